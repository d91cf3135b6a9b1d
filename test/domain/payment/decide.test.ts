import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/domain/payment/decide.ts'
import { deadlines } from '../../../src/domain/payment/deadlines.ts'
import type { PaymentCommand } from '../../../src/domain/payment/commands.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { ask, cardInstrument, COMMAND_ID, createCommand, DAY } from './support.ts'
import { NOW, preauth, refused, Story } from './support.ts'

const sale = Story.completed().state
const accepted = { events: [], outcome: { accepted: true } }

describe('a message', () => {
  test('that nobody can read is refused', () => {
    const unreadable = { type: 'unreadable', id: 'cmd/u', reason: 'not an object' } as const
    expect(decide(sale, unreadable, NOW)).toEqual(refused('invalid_request'))
  })

  test('of an unknown kind, or before there is a payment, is a broken invariant', () => {
    expect(() => decide(sale, { type: 'other' } as never, NOW)).toThrow('unexpected')
    const result = { type: 'result', id: 'r', callId: 'c', outcome: { type: 'approved' } } as const
    expect(() => decide(undefined, result, NOW)).toThrow('a result before created')
    const due = { type: 'due', id: 'd', name: 'expiry', at: 1 } as const
    expect(() => decide(undefined, due, NOW)).toThrow('a deadline before created')
  })
})

describe('a command', () => {
  test('without a payment is refused, unless it creates one', () => {
    expect(ask(undefined, { name: 'refund' })).toEqual(refused('payment_not_found'))
    expect(ask(undefined, createCommand()).outcome.accepted).toBe(true)
  })

  test('that nobody knows is refused', () => {
    expect(ask(sale, { name: 'other' } as unknown as PaymentCommand)).toEqual(
      refused('invalid_request'),
    )
  })

  test('that is too late is refused: its caller was told that it will not happen', () => {
    const refund = { name: 'refund' } as const
    expect(ask(sale, refund, { notAfter: NOW }).outcome.accepted).toBe(true)
    expect(ask(sale, refund, { notAfter: NOW - 1 })).toEqual(refused('command_expired'))
    const ahead = { ...sale, clockOffsetMs: 1_000 }
    expect(ask(ahead, refund, { notAfter: NOW - 1_000 }).outcome.accepted).toBe(true)
    expect(ask(ahead, refund, { notAfter: NOW - 1_001 })).toEqual(refused('command_expired'))
  })

  test('that needs an approval is refused without one', () => {
    expect(ask(sale, { name: 'refund' }, { wall: 'approvalMissing' })).toEqual(
      refused('approval_missing'),
    )
  })

  test('to a payment that is held is refused, but for those that an operator needs', () => {
    const held = { ...sale, held: 'odd' }
    expect(ask(held, { name: 'refund' })).toEqual(refused('payment_held'))
    expect(ask(held, { name: 'resume', reason: 'fine' }).events).toEqual([{ type: 'resumed' }])
    expect(ask(held, { name: 'advance', seconds: 1 }).outcome.accepted).toBe(true)
  })

  test('to create what exists changes nothing, and so does resuming what goes on', () => {
    expect(ask(sale, createCommand())).toEqual(accepted)
    expect(ask(sale, { name: 'resume', reason: 'fine' })).toEqual(accepted)
    expect(ask(sale, { name: 'hold', reason: 'odd' }).events).toEqual([
      { type: 'held', reason: 'odd' },
    ])
  })
})

describe('a link', () => {
  const restore = { name: 'restore', linkId: 'new' } as const

  test('is restored while a hosted page still waits for its payer, and only then', () => {
    const { instrument: _, ...command } = createCommand({ channel: 'PAYWALL', linkId: 'old' })
    const story = new Story().command(command).command(restore)
    expect(story.state.linkId).toBe('new')
    expect(story.state.validUntil).toBe(new Story().command(command).state.validUntil)
    expect(ask({ ...story.state, channel: 'WEBAPI' }, restore)).toEqual(
      refused('payment_not_restorable'),
    )
    expect(ask({ ...story.state, phase: 'authorizing' }, restore)).toEqual(
      refused('payment_not_restorable'),
    )
  })
})

describe('a link that is restored with its time', () => {
  const restore = { name: 'restore', linkId: 'new', renews: true } as const
  const { instrument: _, ...command } = createCommand({ channel: 'PAYWALL', linkId: 'old' })

  test('gives the payer the whole of it again, and expires then', () => {
    const story = new Story().command(command)
    story.now = story.state.validUntil - 5_000
    story.command(restore)
    expect(story.state.validUntil).toBe(story.now + command.options.validTime * 1000)
    expect(deadlines(story.state)[0]).toEqual({ name: 'expiry', at: story.state.validUntil })
  })

  test('never takes time away', () => {
    const { state } = new Story().command(command)
    const later = { ...state, validUntil: NOW + 86_400_000_000 }
    expect(ask(later, restore).events).toMatchObject([{ validUntil: later.validUntil }])
  })
})

describe('the clock of a payment', () => {
  test('is moved from now on, or on from where it is being moved to', () => {
    const advance = (payment = sale) => ask(payment, { name: 'advance', seconds: 60 }).events
    const moved = (target: number) => [
      { type: 'clockMoved', offsetMs: 0, advance: { commandId: COMMAND_ID, target } },
    ]
    expect(advance()).toEqual(moved(NOW + 60_000))
    const moving = { ...sale, advance: { commandId: 'c', target: NOW + 5_000 } }
    expect(advance(moving)).toEqual(moved(NOW + 65_000))
    const arrived = { ...sale, advance: { commandId: 'c', target: NOW - 5_000 } }
    expect(advance(arrived)).toEqual(moved(NOW + 60_000))
  })

  test('jumps to a deadline on the way, and what falls due happens at that time', () => {
    const story = Story.completed(preauth).command({ name: 'advance', seconds: (31 * DAY) / 1_000 })
    const { holdUntil = 0, advance } = story.state
    const wall = story.now + 1
    story.take({ type: 'due', id: 'due/holdEnd', name: 'holdEnd', at: holdUntil })
    expect(story.entries.at(-1)?.events).toMatchObject([
      { type: 'clockMoved', offsetMs: holdUntil - wall, advance },
      { type: 'reversalStarted', transaction: { createdAt: holdUntil } },
    ])
    expect(story.state).toMatchObject({ clockOffsetMs: holdUntil - wall, advance })
    const target = advance?.target ?? 0
    story.take({ type: 'due', id: 'due/advanceEnd', name: 'advanceEnd', at: target })
    expect(story.state).not.toHaveProperty('advance')
    expect(story.state.clockOffsetMs).toBe(holdUntil - wall + target - wall - 1)
  })

  test('does not jump for a deadline that has come by itself', () => {
    const story = Story.completed(preauth).until('holdEnd')
    expect(story.entries.at(-1)?.events.map(({ type }) => type)).toEqual(['reversalStarted'])
    expect(story.state).toMatchObject({ clockOffsetMs: 0, phase: 'reversing' })
    expect(story.state.transactions.at(-1)?.createdAt).toBe(story.now)
  })

  test('is told to nobody when a delivery comes due on it', () => {
    const due = { type: 'due', id: 'd', name: 'delivery', at: NOW } as const
    expect(decide(sale, due, NOW)).toEqual(accepted)
  })
})

describe('what follows from a result', () => {
  test('is named after the command that began the charge', () => {
    const story = Story.of()
    const [, , origin = ''] = (story.call?.reference ?? '').split('-')
    story.answer({ type: 'notEnrolled' })
    expect(origin).toMatch(/^[a-z]{8}$/)
    expect(story.call?.reference).toBe(`${sale.id}-auth-${origin}`)
    expect(story.state.transactions[0]?.transId).toBe(`t${origin}`)
  })

  test('of a deadline is named after the payment', () => {
    const story = Story.completed(preauth).until('holdEnd')
    expect(story.call).toMatchObject({
      reference: `${sale.id}-cancel-expired`,
      transId: `t${sale.id}-release`,
      reason: 'EXPIRY',
      amountMinor: 10_000,
    })
    expect(story.state.ending).toEqual({
      status: 'cancelled',
      rejectCode: 'PREAUTH_EXPIRED',
      transId: `t${sale.id}-release`,
    })
  })
})

describe('an expiry', () => {
  const expired = { status: 'cancelled', rejectCode: 'EXPIRED' }

  test('is awaited while a charge may be under way', () => {
    const story = Story.of().answer({ type: 'notEnrolled' })
    for (const phase of ['authorizing', 'resolving'] as const) {
      const due = { type: 'due', id: 'd', name: 'expiry', at: NOW } as const
      expect(decide({ ...story.state, phase }, due, NOW).events).toEqual([
        { type: 'endRequested', ending: expired },
      ])
    }
  })

  test('asks the bank once more, or closes the order when it is being asked', () => {
    const bank = () =>
      Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' } }).answer({
        type: 'pending',
      })
    const quiet = bank().until('expiry')
    expect(quiet.state).toMatchObject({ ending: expired, calls: [{ kind: 'bankInquire' }] })
    expect(quiet.state).not.toHaveProperty('nextInquiryAt')
    const busy = bank().until('inquiry').until('expiry')
    expect(busy.state.calls.map(({ kind }) => kind)).toEqual(['bankInquire', 'bankCancel'])
  })

  test('ends whatever has not begun', () => {
    Story.of().until('expiry').ends('CANCELLED', 'EXPIRED')
  })
})

describe('the clock', () => {
  test('of real money is the one on the wall', () => {
    const { merchant } = sale
    Story.of({ merchant: { ...merchant, live: true } })
      .command({ name: 'advance', seconds: 1 })
      .refusedWith('not_found')
  })
})

describe('a command that the database found too late', () => {
  test('is refused, as one that came too late', () => {
    expect(ask(sale, { name: 'refund' }, { wall: 'tooLate' })).toEqual(refused('command_expired'))
  })
})

describe('news for a step that is not the present one', () => {
  const threeDsMethod = { serverTransId: 's', url: 'https://acs' }
  const profiling = () => Story.of({ instrument: { ...cardInstrument, threeDsMethod } }).state
  const passed = { type: 'authenticated', transStatus: 'Y' } as const

  test.for<[string, Payment, PaymentCommand]>([
    ['the browser of another try', profiling(), { name: 'profiled', serverTransId: 'other' }],
    ['a browser that nobody looked at', sale, { name: 'profiled', serverTransId: 's' }],
    [
      'a challenge that nobody was asked to pass',
      sale,
      { name: 'authenticationResult', serverTransId: 's', outcome: passed },
    ],
    ['a question while another is under way', asking(), { name: 'inquire' }],
    ['a question about a sale that nobody doubts', sale, { name: 'inquire' }],
  ])('%s changes nothing', ([, payment, command]) => {
    expect(ask(payment, command)).toEqual(accepted)
  })

  test.for<[string, Partial<Payment>, boolean]>([
    ['one that was cancelled', {}, true],
    ['one that was rejected', { phase: 'rejected' }, true],
    ['one whose money went back', { sentBack: true }, false],
    ['one that was paid', { phase: 'paid' }, false],
    ['one by BLIK, which tells by itself', { instrument: { type: 'BLIK_CODE' } }, false],
    ['one by card', { instrument: cardInstrument }, false],
  ])('a payer back from the bank long after the end: %s', ([, changes, isAsked]) => {
    const story = Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: '106' } })
    story.answer({ type: 'pending' }).command({ name: 'cancel', by: 'merchant' })
    story.answer({ type: 'cancelled' })
    const { nextInquiryAt: _, lateUntil: __, ...ended } = story.state
    const asked = ask({ ...ended, closed: true, ...changes }, { name: 'inquire' })
    expect(asked.events.map(({ type }) => type)).toEqual(isAsked ? ['inquired'] : [])
  })
})

/** A bank is being asked how it stands. */
function asking(): Payment {
  const story = Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: '106' } })
  story.answer({ type: 'pending' })
  const { nextInquiryAt } = story.state
  return { ...story.until('inquiry').state, ...(nextInquiryAt && { nextInquiryAt }) }
}
