import { describe, expect, test } from 'vitest'
import type { Notification, NotificationDraft } from '../../../src/domain/actor/notification.ts'
import { apply } from '../../../src/domain/payment/apply.ts'
import type { CreatePayment } from '../../../src/domain/payment/commands.ts'
import { draftNotifications } from '../../../src/domain/payment/notifications.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { createCommand, preauth, Story } from './support.ts'

const approved = { type: 'approved' } as const
const declined = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } as const
const { merchant } = createCommand()
const hold = (changes: Partial<CreatePayment> = {}) => Story.completed({ ...preauth, ...changes })
const withoutInstrument = () => {
  const { instrument: _, ...command } = createCommand()
  return new Story().command(command)
}
const adjusted = () => hold().command({ name: 'adjust', amountMinor: 12_000 }).answer(approved)
const withdrawal = () => {
  const story = adjusted()
  const transId = story.state.transactions.at(-1)?.transId ?? ''
  return story.command({ name: 'withdraw', transId, traced: true })
}
const twiceSettled = () => {
  const story = hold({ merchant: { ...merchant, severalCaptures: true } })
  story.command({ name: 'capture', amountMinor: 3_000, keepsRest: true }).answer(approved)
  story.command({ name: 'capture', amountMinor: 7_000 }).answer(approved)
  const captures = story.state.transactions.filter(({ type }) => type === 'CAPTURE')
  for (const [line, { reference = '', amountMinor }] of captures.entries())
    story.command({ name: 'settle', batch: 'acquirer/b', line, reference, amountMinor }).accepted()
  return story
}
const refunding = (changes: Partial<CreatePayment> = {}) =>
  Story.completed(changes).command({ name: 'refund', amountMinor: 4_000, extRefundId: 'mine' })

/** Everything that is told of a payment from its first line on. */
function toldBy(story: Story): NotificationDraft[] {
  let payment: Payment | undefined
  return story.entries.flatMap((entry) => {
    const before = payment
    payment = apply(before, entry).payment
    return payment ? draftNotifications(before, entry.events, payment) : []
  })
}

const inShort = ({ kind, body }: NotificationDraft): string =>
  [kind, body.status, body.transType, body.transStatus, body.refundId && 'refund', body.rejectCode]
    .filter(Boolean)
    .join(' ')

describe('what a merchant is told, in order', () => {
  test.for<[string, () => Story, string[]]>([
    ['a sale', () => Story.completed(), ['payment PENDING', 'payment COMPLETED']],
    [
      'a declined sale',
      () => Story.of().answer({ type: 'notEnrolled' }).answer(declined),
      ['payment PENDING', 'payment REJECTED DO_NOT_HONOUR'],
    ],
    [
      'a sale that nobody finished',
      () => withoutInstrument().until('expiry'),
      ['payment CANCELLED EXPIRED'],
    ],
    [
      'a wallet that does not open',
      () =>
        Story.of({ method: 'GPAY', instrument: { type: 'GPAY', vaultRef: 'v' } }).answer({
          type: 'notSent',
        }),
      ['payment PENDING', 'payment ERROR SYSTEM_ERROR'],
    ],
    ['a hold', () => hold(), ['payment PENDING', 'payment COMPLETED']],
    [
      'a capture',
      () => hold().command({ name: 'capture' }).answer(approved),
      [
        ...['payment PENDING', 'payment COMPLETED'],
        ...['payment COMPLETED CAPTURE PENDING', 'payment COMPLETED CAPTURE COMPLETED'],
      ],
    ],
    [
      'a refused capture',
      () => hold().command({ name: 'capture' }).answer(declined),
      [
        ...['payment PENDING', 'payment COMPLETED', 'payment COMPLETED CAPTURE PENDING'],
        'payment COMPLETED CAPTURE REJECTED DO_NOT_HONOUR',
      ],
    ],
    [
      'an adjustment',
      adjusted,
      [
        ...['payment PENDING', 'payment COMPLETED'],
        ...['payment COMPLETED ADJUSTMENT PENDING', 'payment COMPLETED ADJUSTMENT COMPLETED'],
      ],
    ],
    [
      'a refused adjustment',
      () => hold().command({ name: 'adjust', amountMinor: 12_000 }).answer(declined),
      [
        ...['payment PENDING', 'payment COMPLETED', 'payment COMPLETED ADJUSTMENT PENDING'],
        'payment COMPLETED ADJUSTMENT REJECTED DO_NOT_HONOUR',
      ],
    ],
    [
      'an adjustment that is taken back',
      () => withdrawal().answer(approved),
      [
        ...['payment PENDING', 'payment COMPLETED'],
        ...['payment COMPLETED ADJUSTMENT PENDING', 'payment COMPLETED ADJUSTMENT COMPLETED'],
        'payment COMPLETED ADJUSTMENT CANCELLED',
      ],
    ],
    [
      'an adjustment that is not taken back',
      () => withdrawal().answer(declined),
      [
        ...['payment PENDING', 'payment COMPLETED'],
        ...['payment COMPLETED ADJUSTMENT PENDING', 'payment COMPLETED ADJUSTMENT COMPLETED'],
        'payment COMPLETED ADJUSTMENT REJECTED DO_NOT_HONOUR',
      ],
    ],
    [
      'a hold that cannot be cancelled',
      () => hold().command({ name: 'cancel', by: 'merchant' }).answer(declined),
      ['payment PENDING', 'payment COMPLETED', 'payment COMPLETED CANCEL REJECTED DO_NOT_HONOUR'],
    ],
    [
      'a refund',
      () => refunding().answer(approved),
      [
        ...['payment PENDING', 'payment COMPLETED'],
        ...['refund PENDING refund', 'refund COMPLETED refund'],
      ],
    ],
    [
      'a refused refund',
      () => refunding().answer(declined),
      [
        ...['payment PENDING', 'payment COMPLETED', 'refund PENDING refund'],
        'refund REJECTED refund DO_NOT_HONOUR',
      ],
    ],
    [
      'a refund that an operator has to look at',
      () => refunding().answer({ type: 'secretLost' }),
      [
        ...['payment PENDING', 'payment COMPLETED', 'refund PENDING refund'],
        'refund ERROR refund SYSTEM_ERROR',
      ],
    ],
    [
      'a cancelled sale that the acquirer does not undo',
      () => Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(declined),
      ['payment PENDING', 'payment COMPLETED', 'payment COMPLETED CANCEL REJECTED DO_NOT_HONOUR'],
    ],
    [
      'a cancelled hold',
      () => hold().command({ name: 'cancel', by: 'merchant' }).answer(approved),
      ['payment PENDING', 'payment COMPLETED', 'payment CANCELLED CANCELLED_BY_MERCHANT'],
    ],
    [
      'two captures, both settled',
      twiceSettled,
      [
        ...['payment PENDING', 'payment COMPLETED'],
        ...['payment COMPLETED CAPTURE PENDING', 'payment COMPLETED CAPTURE COMPLETED'],
        ...['payment COMPLETED CAPTURE PENDING', 'payment COMPLETED CAPTURE COMPLETED'],
        'payment SETTLED',
      ],
    ],
    [
      'a refund where the payment has an address of its own: its status stays the payment’s',
      () =>
        refunding({
          options: { transKind: 'AUTH', validTime: 1800, asyncNotify: 'https://shop.example/n' },
        }).answer(declined),
      [
        ...['payment PENDING', 'payment COMPLETED', 'refund COMPLETED REFUND PENDING refund'],
        'refund COMPLETED REFUND REJECTED refund DO_NOT_HONOUR',
      ],
    ],
  ])('%s', ([, make, told]) => {
    expect(toldBy(make()).map(inShort)).toEqual(told)
  })
})

describe('the body of a notification', () => {
  const names = { paymentId: 'pppppppppppppppppppppppppp', extOrderId: 'order' }
  const payment = { ...names, currency: 'PLN', method: 'CARD', channel: 'WEBAPI' }

  test('names the payment, its amount and its way', () => {
    expect(toldBy(Story.completed()).at(-1)).toEqual({
      kind: 'payment',
      body: { ...payment, amount: 100, status: 'COMPLETED' },
    })
  })

  test('names the payment that it is a part of, and the tokenization that it began', () => {
    const story = Story.completed({ parentId: 'whole', tokenizerId: 'card' })
    expect(toldBy(story).map(({ body }) => body)).toEqual([
      expect.objectContaining({ parentPaymentId: 'whole', tokenizerId: 'card' }),
      expect.objectContaining({ parentPaymentId: 'whole', tokenizerId: 'card' }),
    ])
  })

  test('has the amount of what it is about, and the merchant’s own name of a refund', () => {
    const story = refunding()
    const { refundId, transId } = story.state.refunds[0]!
    expect(toldBy(story).at(-1)).toEqual({
      kind: 'refund',
      body: { ...payment, amount: 40, status: 'PENDING', refundId, transId, extRefundId: 'mine' },
    })
  })

  test('of the second refund is about the second', () => {
    const story = refunding().answer(approved).command({ name: 'refund', amountMinor: 1_000 })
    story.answer(approved)
    const about = toldBy(story).filter(({ kind }) => kind === 'refund')
    expect(about.map(({ body }) => body.amount)).toEqual([40, 40, 10, 10])
    expect(about.at(-1)?.body).not.toHaveProperty('extRefundId')
  })

  test('names the part of a marketplace’s payment that is refunded', () => {
    const part = { subpaymentId: 'sub', merchantId: 'seller', amountMinor: 10_000 }
    const story = Story.completed({ subpayments: [{ ...part, commissionMinor: 0 }] })
    story.command({ name: 'refund', amountMinor: 1_000, subpaymentId: 'sub' })
    expect(toldBy(story).at(-1)?.body).toMatchObject({ subpaymentId: 'sub', amount: 10 })
  })
})

describe('notifications', () => {
  const sent = (story: Story): Notification[] => {
    let payment: Payment | undefined
    return story.entries.flatMap((entry) => {
      const applied = apply(payment, entry)
      payment = applied.payment
      return applied.notifications
    })
  }

  test('are numbered on, also within one commit', () => {
    const story = refunding().answer(approved)
    expect(sent(story).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    const atOnce = Story.of({ earlyReject: 'UNSUPPORTED_BIN' } as never)
    const numbers = sent(atOnce).map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  })

  test('are made only where there is somewhere to send them', () => {
    const silent = { ...merchant, notifies: false }
    expect(sent(Story.completed({ merchant: silent }))).toEqual([])
    const options = { transKind: 'AUTH', validTime: 1800, asyncNotify: 'https://shop' } as const
    expect(sent(Story.completed({ merchant: silent, options }))).toHaveLength(2)
  })
})

test('payments from before it was told keep the start of the 3DS Method to themselves', () => {
  const method = { serverTransId: 's', url: 'https://acs' }
  const before = withoutInstrument().state
  const profiled = { type: 'profilingStarted', profiling: { ...method, until: 1 } } as never
  const tell = (everyStartTold?: true) => {
    const told = { ...merchant, ...(everyStartTold && { everyStartTold }) }
    const payment: Payment = { ...before, phase: 'profiling', merchant: told }
    return draftNotifications(before, [profiled], payment).map(inShort)
  }
  expect([tell(), tell(true)]).toEqual([[], ['payment PENDING']])
  const later = { ...before, phase: 'profiling' } as const
  expect(draftNotifications(later, [profiled], later)).toEqual([])
})
