import { describe, expect, test } from 'vitest'
import { createCommand, DAY, preauth, Story } from './support.ts'

const approved = { type: 'approved' } as const
const declined = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } as const

describe('cancel', () => {
  test('before the instrument is at once', () => {
    const { instrument: _, ...rest } = createCommand()
    new Story()
      .command(rest)
      .command({ name: 'cancel', by: 'merchant' })
      .ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
  })
  test('during an authorisation awaits it and reverses the approval', () => {
    const story = Story.of()
      .answer({ type: 'notEnrolled' })
      .command({ name: 'cancel', by: 'customer' })
      .accepted()
    expect(story.status).toBe('PENDING')
    story.command({ name: 'cancel', by: 'merchant' }).refusedWith('cancel_in_progress')
    story.answer(approved)
    expect(story.call?.kind).toBe('reverse')
    story.answer(approved).ends('CANCELLED', 'CANCELLED_BY_CUSTOMER')
  })
  test('during an authorisation that is declined ends cancelled', () => {
    Story.of()
      .answer({ type: 'notEnrolled' })
      .command({ name: 'cancel', by: 'merchant' })
      .answer(declined)
      .ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
  })
  test('of a completed sale is a reversal; refused by the acquirer it stays completed', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'CANCEL', amountMinor: 10_000 })
    story.command({ name: 'refund' }).refusedWith('operation_in_progress')
    story.answer(declined).ends('COMPLETED')
    expect(story.state.transactions.at(-1)).toMatchObject({ type: 'CANCEL', status: 'REJECTED' })
    story
      .command({ name: 'cancel', by: 'merchant' })
      .answer(approved)
      .ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    story.command({ name: 'cancel', by: 'merchant' }).refusedWith('payment_not_cancellable')
  })
  test('is refused with a capture, a refund, a closed batch or a short balance', () => {
    const captured = Story.completed(preauth).command({ name: 'capture' }).answer(approved)
    captured.command({ name: 'cancel', by: 'merchant' }).refusedWith('capture_exists')
    Story.completed()
      .command({ name: 'refund', amountMinor: 1 })
      .command({ name: 'cancel', by: 'merchant' })
      .refusedWith('refund_exists')
    Story.completed()
      .command({ name: 'cancel', by: 'merchant' }, { wall: 'batchClosed' })
      .refusedWith('settlement_in_progress')
    Story.completed()
      .command({ name: 'cancel', by: 'merchant' }, { wall: 'balanceShort' })
      .refusedWith('insufficient_refund_balance')
  })
})

describe('a hold', () => {
  test('is captured once, for less, and the rest is released', () => {
    const story = Story.completed(preauth).command({ name: 'capture', amountMinor: 6_000 })
    story.command({ name: 'capture' }).refusedWith('operation_in_progress')
    story.answer(approved)
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'REMAINDER', amountMinor: 4_000 })
    story.answer(approved).ends('COMPLETED')
    expect(story.state).toMatchObject({ capturedMinor: 6_000, calls: [] })
    story.command({ name: 'capture' }).refusedWith('capture_exists')
    story.command({ name: 'adjust', amountMinor: 1 }).refusedWith('capture_exists')
  })
  test('is never captured for more than it stands at', () => {
    Story.completed(preauth)
      .command({ name: 'capture', amountMinor: 10_001 })
      .refusedWith('capture_exceeds_preauthorized')
  })
  test('a refused capture may be commanded again', () => {
    const story = Story.completed(preauth).command({ name: 'capture' }).answer(declined)
    expect(story.state.transactions.at(-1)).toMatchObject({ type: 'CAPTURE', status: 'REJECTED' })
    story.command({ name: 'capture' }).answer(approved).ends('COMPLETED')
  })
  test('a capture nobody answered for is closed at the acquirer before it is called rejected', () => {
    const story = Story.completed(preauth).command({ name: 'capture' })
    story.answer({ type: 'unknown', because: 'noAnswer' }).answer({ type: 'notFound' })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'TIMEOUT' })
    story.answer(approved)
    expect(story.state.transactions.at(-1)).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'UNKNOWN_OUTCOME',
    })
    expect(story.state.phase).toBe('authorized')
  })
  test('is adjusted up and down, and the latest adjustment can be withdrawn', () => {
    const story = Story.completed(preauth)
      .command({ name: 'adjust', amountMinor: 15_000 })
      .answer(approved)
    const up = story.state.transactions.at(-1)?.transId ?? ''
    story.command({ name: 'adjust', amountMinor: 15_000 }).refusedWith('adjustment_changes_nothing')
    story.command({ name: 'adjust', amountMinor: 8_000 }).answer(approved)
    const down = story.state.transactions.at(-1)?.transId ?? ''
    story.command({ name: 'withdraw', transId: up }).refusedWith('transaction_not_withdrawable')
    story.command({ name: 'withdraw', transId: down }).answer(approved)
    expect(story.state.authorizedMinor).toBe(15_000)
    expect(story.state.transactions.at(-1)?.status).toBe('CANCELLED')
    story.command({ name: 'withdraw', transId: up }).answer(declined)
    expect(story.state.authorizedMinor).toBe(15_000)
    story.command({ name: 'withdraw', transId: 'none' }).refusedWith('transaction_not_found')
  })
  test('a refused adjustment leaves the amount alone', () => {
    const story = Story.completed(preauth)
      .command({ name: 'adjust', amountMinor: 1 })
      .answer(declined)
    expect(story.state.authorizedMinor).toBe(10_000)
  })
  test('ends after 30 days, and the acquirer is told', () => {
    const story = Story.completed(preauth).until('holdEnd')
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'EXPIRY' })
    story.answer(approved).ends('CANCELLED', 'PREAUTH_EXPIRED')
  })
  test('cannot be refunded before it is captured', () => {
    Story.completed(preauth).command({ name: 'refund' }).refusedWith('payment_not_refundable')
  })
})

describe('a refund', () => {
  test('is reserved at once, and never more than was captured', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 4_000 }).accepted()
    expect(story.state).toMatchObject({ reservedMinor: 4_000, refundedMinor: 0 })
    story.command({ name: 'refund', amountMinor: 6_001 }).refusedWith('refund_exceeds_amount')
    story.command({ name: 'refund' }).accepted()
    expect(story.state.refunds.map((refund) => refund.amountMinor)).toEqual([4_000, 6_000])
    story.answer(approved).answer(approved)
    expect(story.state).toMatchObject({ reservedMinor: 0, refundedMinor: 10_000 })
    story.command({ name: 'refund' }).refusedWith('refund_exceeds_amount')
  })
  test('one is under way at a time', () => {
    const story = Story.completed()
      .command({ name: 'refund', amountMinor: 1 })
      .command({ name: 'refund', amountMinor: 2 })
    expect(story.state.calls.map((call) => call.amountMinor)).toEqual([1, 2])
    story.answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.call?.kind).toBe('inquire')
  })
  test('refused by the acquirer gives the reserve back', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 4_000 }).answer(declined)
    expect(story.state).toMatchObject({ reservedMinor: 0, refundedMinor: 0 })
    expect(story.state.refunds[0]).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'DO_NOT_HONOUR',
    })
  })
  test("under the merchant's own id is one refund; other content is refused", () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 100, extRefundId: 'x' })
    const first = story.state.refunds[0]?.refundId
    story.command({ name: 'refund', amountMinor: 100, extRefundId: 'x' }).accepted()
    expect(story.last.outcome).toMatchObject({ refundId: first })
    expect(story.state.refunds).toHaveLength(1)
    story
      .command({ name: 'refund', amountMinor: 101, extRefundId: 'x' })
      .refusedWith('refund_id_reused')
  })
  test('needs the balance, and the window', () => {
    Story.completed()
      .command({ name: 'refund' }, { wall: 'balanceShort' })
      .refusedWith('insufficient_refund_balance')
    const late = Story.completed()
    late.now += 90 * DAY
    late.command({ name: 'refund' }).refusedWith('refund_window_closed')
  })
})

describe('a marketplace payment', () => {
  const parts = {
    subpayments: [
      { subpaymentId: 'one', merchantId: 'shop', amountMinor: 6_000, commissionMinor: 600 },
      { subpaymentId: 'two', merchantId: 'other', amountMinor: 4_000, commissionMinor: 333 },
    ],
  }
  test('is refunded part by part, the commission pro rata and the last refund takes the rest', () => {
    const story = Story.completed(parts)
      .command({ name: 'refund', subpaymentId: 'two', amountMinor: 1_000 })
      .answer(approved)
    expect(story.state.refunds[0]).toMatchObject({ commissionMinor: 83 })
    story
      .command({ name: 'refund', subpaymentId: 'two', amountMinor: 3_001 })
      .refusedWith('refund_exceeds_amount')
    story.command({ name: 'refund', subpaymentId: 'two' }).answer(approved)
    expect(story.state.subpayments[1]).toMatchObject({
      refundedMinor: 4_000,
      commissionRefundedMinor: 333,
    })
  })
  test('a full refund makes one refund per part', () => {
    const story = Story.completed(parts).command({ name: 'refund' }).accepted()
    expect(story.state.refunds.map((refund) => refund.subpaymentId)).toEqual(['one', 'two'])
    story.command({ name: 'refund' }).refusedWith('refund_exceeds_amount')
  })
  test('a partial amount must name its part', () => {
    Story.completed(parts)
      .command({ name: 'refund', amountMinor: 1 })
      .refusedWith('subpayment_required')
    Story.completed(parts)
      .command({ name: 'refund', subpaymentId: 'none' })
      .refusedWith('subpayment_not_found')
  })
})

describe('time', () => {
  test('cancels what was never finished', () => {
    const { instrument: _, ...rest } = createCommand()
    new Story().command(rest).until('expiry').ends('CANCELLED', 'EXPIRED')
  })
  test('a charge in flight at expiry is awaited and reversed', () => {
    const story = Story.of().answer({ type: 'notEnrolled' }).until('expiry')
    expect(story.status).toBe('PENDING')
    story.answer(approved)
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'EXPIRY' })
    story.answer(approved).ends('CANCELLED', 'EXPIRED')
  })
  test('settles paid money once, and it can still be refunded but not cancelled', () => {
    const story = Story.completed()
    const line = lineOf(story)
    story.command(line).ends('SETTLED').command(line).accepted()
    expect(story.state.transactions.filter(({ type }) => type === 'SETTLEMENT')).toHaveLength(1)
    story.command({ name: 'cancel', by: 'merchant' }).refusedWith('payment_not_cancellable')
    story.command({ name: 'refund' }).answer(approved).ends('SETTLED')
  })
  test('never settles for another amount, another reference or in another batch', () => {
    const story = Story.completed()
    const line = lineOf(story)
    story.command({ ...line, amountMinor: 9_999 }).refusedWith('settlement_amount_differs')
    story.command({ ...line, reference: 'other' }).refusedWith('payment_not_settleable')
    story.command(line).ends('SETTLED')
    story.command({ ...line, batch: 'next' }).refusedWith('payment_not_settleable')
  })
  test('is not settled while a reversal is under way, nor after it', () => {
    const story = Story.completed()
    const line = lineOf(story)
    story.command({ name: 'cancel', by: 'merchant' })
    story.command(line).refusedWith('operation_in_progress')
    story.answer(approved).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    story.command(line).refusedWith('payment_not_settleable')
  })
  test('a bare hold is not settled', () => {
    const story = Story.completed(preauth)
    story.command(lineOf(story)).refusedWith('payment_not_settleable')
  })
  test('a held payment does nothing until it is resumed', () => {
    const story = Story.completed().command({ name: 'hold', reason: 'odd' })
    story.command({ name: 'refund' }).refusedWith('payment_held')
    story.command({ name: 'resume', reason: 'fine' }).command({ name: 'refund' }).accepted()
  })
})

/** The line of the acquirer's report about a sale. */
const lineOf = ({ state }: Story) =>
  ({
    name: 'settle',
    batch: 'b',
    line: 1,
    reference: state.reference ?? '',
    amountMinor: 10_000,
  }) as const
