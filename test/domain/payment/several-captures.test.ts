import { describe, expect, test } from 'vitest'
import { checkProvider } from '../../../src/domain/provider-check.ts'
import { judgeLine } from '../../../src/domain/settlement/settlement.ts'
import type { PaymentCommand } from '../../../src/domain/payment/commands.ts'
import { draftNotifications } from '../../../src/domain/payment/notifications.ts'
import { postings } from '../../../src/domain/payment/postings.ts'
import { evolve } from '../../../src/domain/payment/evolve.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { createCommand, preauth, Story } from './support.ts'

const approved = { type: 'approved' } as const
const declined = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } as const
const merchant = { ...createCommand().merchant, severalCaptures: true } as const
const hold = () => Story.completed({ ...preauth, merchant })
const part = (amountMinor: number) =>
  ({ name: 'capture', amountMinor, keepsRest: true }) as const satisfies PaymentCommand
const release = { name: 'cancel', by: 'merchant', releasesRest: true } as const
const last = (amountMinor?: number): PaymentCommand =>
  amountMinor === undefined ? { name: 'capture' } : { name: 'capture', amountMinor }

describe('a hold that is captured in parts', () => {
  test('keeps what is left, and releases it with the last capture', () => {
    const story = hold().command(part(3_000)).answer(approved)
    expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 3_000, calls: [] })
    expect(story.state.holdUntil).toBeDefined()
    story.command(part(2_000)).answer(approved)
    story.command(last(1_000)).answer(approved)
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 6_000 })
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'REMAINDER', amountMinor: 4_000 })
    story.answer(approved).command(last(1)).refusedWith('capture_exists')
  })

  test('is over when a part leaves nothing, whatever was asked', () => {
    const story = hold().command(part(9_000)).answer(approved).command(part(1_000)).answer(approved)
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000, calls: [] })
  })

  test('takes no more than what is left, which is what no amount means', () => {
    const story = hold().command(part(9_000)).answer(approved)
    story.command(last(1_001)).refusedWith('capture_exceeds_preauthorized')
    story.command(part(1_001)).refusedWith('capture_exceeds_preauthorized')
    story.command(last()).answer(approved)
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 10_000, calls: [] })
  })

  test('does one thing at a time', () => {
    const story = hold().command(part(1_000))
    story.command(part(1_000)).refusedWith('operation_in_progress')
    story.answer(approved).command(part(1_000))
    story.command(last()).refusedWith('operation_in_progress')
    story.command({ name: 'cancel', by: 'merchant' }).refusedWith('operation_in_progress')
  })

  test('is not adjusted any more; commands from before its rest could be released do not cancel it', () => {
    const story = hold().command(part(1_000)).answer(approved)
    story.command({ name: 'cancel', by: 'merchant' }).refusedWith('capture_exists')
    story.command({ name: 'adjust', amountMinor: 5_000 }).refusedWith('capture_exists')
  })

  test('gives its rest back when it is cancelled: what was captured stays, once and for all', () => {
    const story = hold().command(part(3_000)).answer(approved).command(release)
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 3_000 })
    expect(story.state.holdUntil).toBeUndefined()
    expect(story.call).toMatchObject({ kind: 'reverse', reason: 'REMAINDER', amountMinor: 7_000 })
    story.command(release).refusedWith('capture_exists')
    story.command(part(1_000)).refusedWith('capture_exists')
    story.answer({ type: 'unknown', because: 'noAnswer' }).answer(approved).ends('COMPLETED')
    expect(checkProvider(story.state, story.entries, logOf(story))).toEqual([])
    story.command({ name: 'refund' }).answer(approved)
    expect(story.state).toMatchObject({ refundedMinor: 3_000, calls: [] })
  })

  test('gives its rest back with a part refunded or settled already, and not during a capture', () => {
    const refunded = hold().command(part(3_000)).answer(approved)
    refunded.command({ name: 'refund', amountMinor: 500 }).answer(approved).command(release)
    expect(refunded.call).toMatchObject({ reason: 'REMAINDER', amountMinor: 7_000 })
    hold().command(part(3_000)).command(release).refusedWith('operation_in_progress')
    const whole = Story.completed({ ...preauth, merchant }).command(release)
    expect(whole.call).toMatchObject({ kind: 'reverse', reason: 'CANCEL', amountMinor: 10_000 })
  })

  test('goes on after a part that was refused, and nothing of it is captured', () => {
    const story = hold().command(part(1_000)).answer(approved).command(part(2_000)).answer(declined)
    expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 1_000, calls: [] })
    story.command(part(2_000)).answer(approved)
    expect(story.state.capturedMinor).toBe(3_000)
  })

  test('finds out what became of a part whose answer was lost, and captures it once', () => {
    const story = hold().command(part(1_000)).answer({ type: 'unknown', because: 'noAnswer' })
    const asked = story.call
    expect(asked).toMatchObject({ kind: 'inquire', about: { kind: 'capture', keepsRest: true } })
    story.answer(approved)
    expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 1_000, calls: [] })
    // The same answer, late and again.
    story.take({ type: 'result', id: `result/${asked!.id}`, callId: asked!.id, outcome: approved })
    expect(story.state.capturedMinor).toBe(1_000)
  })

  test('closes a part that nobody has heard of, and may be captured again', () => {
    const story = hold().command(part(1_000)).answer({ type: 'unknown', because: 'noAnswer' })
    story.answer({ type: 'notFound' }).answer(approved)
    expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 0, calls: [] })
    expect(story.state.transactions.at(-1)).toMatchObject({ rejectCode: 'UNKNOWN_OUTCOME' })
    story.command(part(1_000)).answer(approved)
    expect(story.state.capturedMinor).toBe(1_000)
  })

  test('keeps its captures when the hold ends, and gives the rest back', () => {
    const story = hold().command(part(3_000)).answer(approved).until('holdEnd')
    expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 3_000 })
    expect(story.call).toMatchObject({ reason: 'REMAINDER', amountMinor: 7_000 })
    story.answer(approved).ends('COMPLETED')
    expect(story.state.calls).toEqual([])
  })

  test('refunds what was captured while the rest is held, never more', () => {
    const story = hold().command(part(3_000)).answer(approved)
    story.command({ name: 'refund', amountMinor: 3_001 }).refusedWith('refund_exceeds_amount')
    story.command({ name: 'refund', amountMinor: 1_000 }).answer(approved)
    story.command(last(2_000)).answer(approved).answer(approved)
    story.command({ name: 'refund' })
    // Of several captures none may be large enough: the refund names the hold.
    expect(story.call).toMatchObject({
      kind: 'refund',
      amountMinor: 4_000,
      originalReference: story.state.reference,
    })
    story.answer(approved)
    expect(story.state).toMatchObject({ refundedMinor: 5_000, reservedMinor: 0 })
  })

  test('tells the merchant of each capture', () => {
    const story = hold().command(part(3_000)).answer(approved)
    const [told] = draftNotifications(story.state, story.last.events, story.state)
    expect(told?.body).toMatchObject({
      transType: 'CAPTURE',
      transStatus: 'COMPLETED',
      amount: 30,
      status: 'COMPLETED',
    })
  })

  test('is not for merchants whose setting does not say so, nor for the parts of a marketplace', () => {
    Story.completed(preauth).command(part(1_000)).refusedWith('several_captures_not_allowed')
    const single = Story.completed(preauth).command(last(1_000)).answer(approved).answer(approved)
    single.command(last(1_000)).refusedWith('capture_exists')
  })
})

describe('the settlement of several captures', () => {
  const BATCH = 'acquirer/2026-11-16'
  const settle = (payment: Payment, index: number, batch = BATCH) => {
    const capture = payment.transactions.filter(({ type }) => type === 'CAPTURE')[index]!
    const { reference = '', amountMinor } = capture
    return { name: 'settle', batch, line: index + 1, reference, amountMinor } as const
  }
  const lineOf = (payment: Payment, index: number) => {
    const { line, reference, amountMinor } = settle(payment, index)
    return { line, reference, operation: 'capture' as const, amountMinor, currency: 'PLN' }
  }

  test('settles each by its own line, and the payment with the last', () => {
    const story = hold().command(part(3_000)).answer(approved).command(last(7_000)).answer(approved)
    story.command(settle(story.state, 0)).accepted()
    expect(story.status).toBe('COMPLETED')
    expect(judgeLine(lineOf(story.state, 0), BATCH, story.state)).toBe('settled')
    expect(judgeLine(lineOf(story.state, 1), BATCH, story.state)).toBe('settle')
    story.command(settle(story.state, 0)).accepted()
    story.command(settle(story.state, 1)).accepted()
    story.ends('SETTLED')
    const settled = story.state.transactions.filter(({ type }) => type === 'SETTLEMENT')
    expect(settled.map(({ amountMinor }) => amountMinor)).toEqual([3_000, 7_000])
    expect(new Set(settled.map(({ transId }) => transId)).size).toBe(2)
  })

  test('settles a part while the rest is held, and the payment when the hold ends', () => {
    const story = hold().command(part(3_000)).answer(approved)
    expect(judgeLine(lineOf(story.state, 0), BATCH, story.state)).toBe('settle')
    story.command(settle(story.state, 0)).accepted()
    expect(story.state.phase).toBe('authorized')
    story.command(settle(story.state, 0, 'acquirer/next')).refusedWith('payment_not_settleable')
    story.until('holdEnd').ends('SETTLED')
    story.answer(approved).ends('SETTLED')
  })

  test('waits for a capture under way, and takes no other amount', () => {
    const story = hold().command(part(3_000)).answer(approved).command(part(1_000))
    expect(judgeLine(lineOf(story.state, 0), BATCH, story.state)).toBe('wait')
    story.command(settle(story.state, 0)).refusedWith('operation_in_progress')
    story.answer(approved)
    const wrong = { ...settle(story.state, 0), amountMinor: 4_000 }
    story.command(wrong).refusedWith('settlement_amount_differs')
  })
})

describe('the books of several captures', () => {
  test('come to what was captured, and to nothing at the acquirer once all is settled', () => {
    const story = hold().command(part(3_000)).answer(approved).command(last(2_000)).answer(approved)
    story.answer(approved)
    const captures = story.state.transactions.filter(({ type }) => type === 'CAPTURE')
    for (const [line, { reference = '', amountMinor }] of captures.entries())
      story
        .command({ name: 'settle', batch: 'acquirer/b', line, reference, amountMinor })
        .accepted()
    expect(balances(story)).toEqual({
      'acquirer/receivable': 0,
      bank: -5_000,
      [`merchant/${story.state.merchantId}/payable`]: 5_000,
    })
  })

  test("agree with the provider's while the rest is held, and after its end", () => {
    const story = hold().command(part(3_000)).answer(approved)
    expect(checkProvider(story.state, story.entries, logOf(story))).toEqual([])
    story.until('holdEnd').answer(approved)
    expect(checkProvider(story.state, story.entries, logOf(story))).toEqual([])
  })
})

function balances({ entries }: Story): Record<string, number> {
  const sums: Record<string, number> = {}
  let payment: Payment | undefined
  for (const { events, at } of entries)
    for (const event of events) {
      for (const { account, amountMinor } of postings(payment, event))
        sums[account] = (sums[account] ?? 0) + amountMinor
      payment = evolve(payment, event, at)
    }
  return sums
}

/** What an acquirer has in its log that has done everything it was asked for. */
const logOf = ({ entries, state }: Story) =>
  entries.flatMap(({ events }) =>
    events.flatMap(({ call }) =>
      call && ['authorize', 'capture', 'reverse'].includes(call.kind)
        ? [
            {
              reference: call.reference,
              operation: call.kind,
              processed: true,
              amountMinor: call.amountMinor,
              currency: state.order.currency,
            },
          ]
        : [],
    ),
  )
