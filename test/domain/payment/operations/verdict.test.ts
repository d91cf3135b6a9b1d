import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { draftNotifications } from '../../../../src/domain/payment/notifications.ts'
import { DAY, preauth, Story } from '../support.ts'

const approved = { type: 'approved', authCode: 'A2', acquirerRef: 'R2' } as const
const declined = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } as const
const last = (story: Story) => story.entries.at(-1)?.events

/** Every way in which an operation can fail, and what is said about it. */
const failures: [Outcome, string][] = [
  [declined, 'DO_NOT_HONOUR'],
  [{ type: 'softDeclined' }, 'SCA_REQUIRED'],
  [{ type: 'notSent' }, 'SYSTEM_ERROR'],
]

describe('a capture that is approved', () => {
  const capturing = (amountMinor: number) =>
    Story.completed(preauth).command({ name: 'capture', amountMinor })

  test('is money, opens the window for refunds and ends the hold', () => {
    const story = capturing(10_000)
    const call = story.call!
    story.answer(approved)
    expect(last(story)).toStrictEqual([
      {
        type: 'captured',
        answers: call.id,
        transId: call.transId,
        amountMinor: 10_000,
        refundUntil: story.now + 90 * DAY,
        authCode: 'A2',
        acquirerRef: 'R2',
      },
    ])
    expect(story.state).toMatchObject({ capturedMinor: 10_000, refundUntil: story.now + 90 * DAY })
    expect(story.state).not.toHaveProperty('holdUntil')
  })

  test('for less gives the rest of the hold back, and only the rest', () => {
    const story = capturing(9_999)
    const { reference } = story.call!
    story.answer(approved)
    expect(story.state.calls).toEqual([
      {
        id: `call/${reference}-rest/1`,
        kind: 'reverse',
        reference: `${reference}-rest`,
        originalReference: story.state.reference,
        amountMinor: 1,
        attempt: 1,
        reason: 'REMAINDER',
      },
    ])
    const { id } = story.call!
    story.answer(declined)
    expect(last(story)).toEqual([{ type: 'remainderReleased', answers: id }])
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 9_999, calls: [] })
  })
})

describe('an operation that failed leaves the money as it was', () => {
  test.for(failures)('capture: %o is %s', ([outcome, rejectCode]) => {
    const story = Story.completed(preauth).command({ name: 'capture' }).answer(outcome)
    expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 0, calls: [] })
    expect(story.state.transactions.at(-1)).toMatchObject({ status: 'REJECTED', rejectCode })
  })

  test.for(failures)('adjustment: %o is %s', ([outcome, rejectCode]) => {
    const story = Story.completed(preauth).command({ name: 'adjust', amountMinor: 7 })
    story.answer(outcome)
    expect(story.state).toMatchObject({ phase: 'authorized', authorizedMinor: 10_000, calls: [] })
    expect(story.state.transactions.at(-1)).toMatchObject({ status: 'REJECTED', rejectCode })
  })

  test.for(failures)('withdrawal: %o is %s', ([outcome, rejectCode]) => {
    const story = Story.completed(preauth).command({ name: 'adjust', amountMinor: 7 })
    story.answer(approved)
    const { transId } = story.state.transactions.at(-1)!
    story.command({ name: 'withdraw', transId }).answer(outcome)
    expect(last(story)).toMatchObject([{ type: 'withdrawalRefused', transId, rejectCode }])
    expect(story.state).toMatchObject({ phase: 'authorized', authorizedMinor: 7, calls: [] })
    expect(story.state.transactions.at(-1)).toMatchObject({ status: 'COMPLETED' })
  })

  test.for(failures)('withdrawal: %o leaves a transaction with %s', ([outcome, rejectCode]) => {
    const story = Story.completed(preauth).command({ name: 'adjust', amountMinor: 7 })
    story.answer(approved)
    const { transId } = story.state.transactions.at(-1)!
    story.command({ name: 'withdraw', transId, traced: true }).answer(outcome)
    expect(story.state).toMatchObject({ phase: 'authorized', authorizedMinor: 7, calls: [] })
    const [standing, refused] = story.state.transactions.slice(-2)
    expect(standing).toMatchObject({ transId, status: 'COMPLETED' })
    expect(refused).toMatchObject({
      type: 'ADJUSTMENT',
      status: 'REJECTED',
      rejectCode,
      amountMinor: 10_000,
      previousMinor: 7,
      createdAt: story.now,
    })
    const [told] = draftNotifications(story.state, story.last.events, story.state)
    expect(told?.body).toMatchObject({
      transId: refused?.transId,
      transType: 'ADJUSTMENT',
      transStatus: 'REJECTED',
      status: 'COMPLETED',
      amount: 100,
    })
    // The one that was to be withdrawn still stands, and can be withdrawn again.
    story.command({ name: 'withdraw', transId, traced: true }).answer(approved)
    expect(story.state).toMatchObject({ phase: 'authorized', authorizedMinor: 10_000 })
  })

  test('an earlier withdrawal leaves none, and nobody is told', () => {
    const story = Story.completed(preauth).command({ name: 'adjust', amountMinor: 7 })
    story.answer(approved)
    const { transId } = story.state.transactions.at(-1)!
    story.command({ name: 'withdraw', transId }).answer(declined)
    expect(draftNotifications(story.state, story.last.events, story.state)).toEqual([])
    expect(story.state.transactions.at(-1)).toMatchObject({ transId, status: 'COMPLETED' })
  })

  test.for(failures)('refund: %o is %s', ([outcome, rejectCode]) => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 7 }).answer(outcome)
    expect(story.state.refunds).toMatchObject([
      { status: 'REJECTED', rejectCode, updatedAt: story.now },
    ])
    expect(story.state.transactions.at(-1)).toMatchObject({ status: 'REJECTED', rejectCode })
    expect(story.state).toMatchObject({ reservedMinor: 0, refundedMinor: 0, calls: [] })
  })

  test.for(failures)('cancel of a sale: %o is %s', ([outcome, rejectCode]) => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(outcome)
    const { transId } = story.state.transactions.at(-1)!
    expect(last(story)).toMatchObject([{ type: 'saleKept', transId, rejectCode }])
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000, calls: [] })
    expect(story.state).not.toHaveProperty('ending')
    expect(story.state.transactions.at(-1)).toMatchObject({ status: 'REJECTED', rejectCode })
  })

  test('cancel of a hold', () => {
    const story = Story.completed(preauth).command({ name: 'cancel', by: 'merchant' })
    story.answer(declined)
    const { transId } = story.state.transactions.at(-1)!
    expect(last(story)).toMatchObject([{ type: 'holdKept', transId, rejectCode: 'DO_NOT_HONOUR' }])
    expect(story.state).toMatchObject({ phase: 'authorized', authorizedMinor: 10_000 })
    expect(story.state).not.toHaveProperty('ending')
  })
})

describe('an operation that succeeded', () => {
  test('adjusts the hold, with what the acquirer said', () => {
    const story = Story.completed(preauth).command({ name: 'adjust', amountMinor: 7 })
    story.answer(approved)
    expect(story.state.authorizedMinor).toBe(7)
    expect(story.state.transactions.at(-1)).toMatchObject({
      type: 'ADJUSTMENT',
      status: 'COMPLETED',
      authCode: 'A2',
      acquirerRef: 'R2',
    })
  })

  test('refunds, with what the acquirer said, and touches no other refund', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 7 })
    story.command({ name: 'refund', amountMinor: 8 }).answer(approved)
    expect(story.state.refunds).toMatchObject([
      { status: 'COMPLETED', amountMinor: 7, updatedAt: story.now },
      { status: 'PENDING', amountMinor: 8 },
    ])
    expect(story.state.transactions.slice(1)).toMatchObject([
      { status: 'COMPLETED', authCode: 'A2' },
      { status: 'PENDING' },
    ])
    expect(story.state).toMatchObject({ refundedMinor: 7, reservedMinor: 8 })
  })

  test('cancels, and what was refused before stays refused', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(declined)
    story.command({ name: 'cancel', by: 'operator' }).answer(approved)
    story.ends('CANCELLED', 'CANCELLED_BY_OPERATOR')
    expect(story.state.transactions).toMatchObject([
      { type: 'AUTH', status: 'COMPLETED' },
      { type: 'CANCEL', status: 'REJECTED' },
      { type: 'CANCEL', status: 'COMPLETED', updatedAt: story.now },
    ])
    expect(story.state).not.toHaveProperty('refundUntil')
  })

  test('cancels BLIK by a refund that is no refund of the merchant', () => {
    const story = Story.of({ method: 'BLIK', instrument: { type: 'BLIK_CODE', secretOwner: 'a' } })
    story.answer({ type: 'paid' }).command({ name: 'cancel', by: 'merchant' })
    expect(story.call?.kind).toBe('refund')
    story.answer(approved).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    expect(story.state.refunds).toEqual([])
  })
})

describe('a reversal that was closed unheard', () => {
  const unheard = (story: Story) =>
    story
      .answer({ type: 'unknown', because: 'noAnswer' })
      .answer({ type: 'notFound' })
      .answer(approved)

  test('of a cancel leaves the sale with the merchant, to be cancelled again', () => {
    const story = unheard(Story.completed().command({ name: 'cancel', by: 'merchant' }))
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000, calls: [] })
    expect(story.state.transactions.at(-1)).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'UNKNOWN_OUTCOME',
    })
    story.command({ name: 'cancel', by: 'merchant' }).answer(approved)
    story.ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
  })

  test('of a hold at its end ends it all the same', () => {
    unheard(Story.completed(preauth).until('holdEnd')).ends('CANCELLED', 'PREAUTH_EXPIRED')
  })
})

test.for([
  ['capture', () => Story.completed(preauth).command({ name: 'capture' }), 'capturing'],
  ['refund', () => Story.completed().command({ name: 'refund' }), 'paid'],
  ['cancel', () => Story.completed().command({ name: 'cancel', by: 'merchant' }), 'reversing'],
] as const)('a %s that nobody answered for is asked about, then closed', ([, start, phase]) => {
  const story = start()
  const operation = story.call!
  story.answer({ type: 'unknown', because: 'noAnswer' })
  expect(story.state).toMatchObject({ phase, calls: [{ kind: 'inquire', about: operation }] })
  story.answer({ type: 'notFound' })
  expect(story.call).toMatchObject({ kind: 'reverse', originalReference: operation.reference })
})

describe('an approval of another sum', () => {
  const other = (approvedAmountMinor: number) => ({ type: 'partial', approvedAmountMinor }) as const

  test.for([
    ['capture', { name: 'capture' }],
    ['adjustment', { name: 'adjust', amountMinor: 15_000 }],
  ] as const)('of a %s is undone, told at once or after asking', ([, command]) => {
    for (const asked of [false, true]) {
      const story = Story.completed(preauth).command(command)
      const operation = story.call!
      if (asked) story.answer({ type: 'unknown', because: 'noAnswer' })
      story.answer(other(4_000))
      expect(story.call).toMatchObject({ kind: 'reverse', originalReference: operation.reference })
      story.answer(approved)
      expect(story.state).toMatchObject({
        phase: 'authorized',
        authorizedMinor: 10_000,
        capturedMinor: 0,
      })
      expect(story.state.transactions.at(-1)).toMatchObject({
        status: 'REJECTED',
        rejectCode: 'UNKNOWN_OUTCOME',
      })
    }
  })

  test('of a refund is an error: the reserve stays until an operator has looked', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 4_000 })
    story.answer(other(9_000))
    expect(story.state).toMatchObject({ refundedMinor: 0, reservedMinor: 4_000 })
    expect(story.state.refunds).toMatchObject([{ status: 'ERROR', amountMinor: 4_000 }])
  })
})

describe('why the acquirer did not do it', () => {
  const refund = () => Story.completed().command({ name: 'refund', amountMinor: 4_000 })

  test.for<[string, Outcome, string]>([
    [
      'a part',
      { type: 'partial', approvedAmountMinor: 1 },
      'the acquirer did it for 1 minor units',
    ],
    ['nothing', { type: 'secretLost' }, 'nobody took the call to send it'],
  ])('is kept for operators: %s', ([, outcome, detail]) => {
    const story = refund().answer(outcome)
    expect(story.state.transactions.at(-1)).toMatchObject({ rejectCode: 'SYSTEM_ERROR', detail })
  })

  test('a hold at its end that it does not give back stays, and is told', () => {
    const story = Story.completed(preauth).until('holdEnd')
    story.answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
    expect(story.entries.at(-1)?.events).toMatchObject([
      { type: 'holdKept', rejectCode: 'DO_NOT_HONOUR' },
    ])
  })
})
