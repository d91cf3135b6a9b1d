import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import {
  batchIdOf,
  differenceOf,
  judgeLine,
  settleMessageId,
  settlementWorkflowId,
} from '../../../src/domain/settlement/settlement.ts'
import { linePostings } from '../../../src/domain/settlement/line-postings.ts'
import type { SettlementLine } from '../../../src/domain/settlement/settlement.ts'
import { readMessage } from '../../../src/domain/actor/message.ts'
import { preauth, Story } from '../payment/support.ts'

const approved = { type: 'approved', authCode: 'A1' } as const

const lineOf = (payment: Payment, changes: Partial<SettlementLine> = {}): SettlementLine => ({
  line: 1,
  reference: payment.reference ?? '',
  operation: 'authorize',
  amountMinor: payment.capturedMinor,
  currency: 'PLN',
  ...changes,
})

describe('a line of the report', () => {
  const sale = Story.completed().state

  test('of a sale settles it', () => {
    expect(judgeLine(lineOf(sale), 'b', sale)).toBe('settle')
  })

  test.for([
    ['unknown_reference', { reference: 'somebody-else' }],
    ['unknown_reference', { operation: 'capture' }],
    ['other_currency', { currency: 'EUR' }],
    ['other_amount', { amountMinor: 1 }],
  ] as const)('is a difference: %s', ([difference, changes]) => {
    expect(judgeLine(lineOf(sale, changes), 'b', sale)).toBe(difference)
  })

  test('of a payment that nobody knows is a difference', () => {
    expect(judgeLine(lineOf(sale), 'b', undefined)).toBe('unknown_reference')
  })

  test('waits while the payment is being cancelled, and is a difference once it is', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' })
    expect(judgeLine(lineOf(story.state), 'b', story.state)).toBe('wait')
    story.answer(approved)
    expect(judgeLine(lineOf(story.state, { amountMinor: 10_000 }), 'b', story.state)).toBe(
      'not_settleable',
    )
  })

  test('of a capture waits for the capture, then settles what it captured', () => {
    const story = Story.completed(preauth).command({ name: 'capture', amountMinor: 4_000 })
    const reference = story.call?.reference ?? ''
    const line = { reference, operation: 'capture', amountMinor: 4_000 } as const
    expect(judgeLine(lineOf(story.state, line), 'b', story.state)).toBe('wait')
    story.answer(approved)
    expect(judgeLine(lineOf(story.state, line), 'b', story.state)).toBe('settle')
  })

  test('of a refund is matched with ours, and moves nothing of the payment', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 1_000 })
    const reference = story.call?.reference ?? ''
    const line = { reference, operation: 'refund', amountMinor: 1_000 } as const
    expect(judgeLine(lineOf(story.state, line), 'b', story.state)).toBe('wait')
    story.answer(approved)
    expect(judgeLine(lineOf(story.state, line), 'b', story.state)).toBe('matched')
    expect(judgeLine(lineOf(story.state, { ...line, amountMinor: 2 }), 'b', story.state)).toBe(
      'other_amount',
    )
  })

  test('is done when the payment is settled in this batch, a difference when in another', () => {
    const story = Story.completed()
    const { reference = '' } = story.state
    story.command({ name: 'settle', batch: 'b', line: 1, reference, amountMinor: 10_000 })
    expect(judgeLine(lineOf(story.state), 'b', story.state)).toBe('settled')
    expect(judgeLine(lineOf(story.state), 'c', story.state)).toBe('settled_before')
  })
})

test.for([
  ['operation_in_progress', 'still_in_progress'],
  ['settlement_amount_differs', 'other_amount'],
  ['payment_held', 'payment_held'],
  ['payment_not_settleable', 'not_settleable'],
] as const)('a refusal with %s is the difference %s', ([code, difference]) => {
  expect(differenceOf(code)).toBe(difference)
})

test('a line about a charge that was refused is a difference', () => {
  const story = Story.completed(preauth).command({ name: 'capture' })
  const line = { reference: story.call?.reference ?? '', operation: 'capture' } as const
  story.answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
  expect(judgeLine(lineOf(story.state, line), 'b', story.state)).toBe('not_settleable')
})

describe("a payout of a merchant's own account", () => {
  const batch = 'stripe/main/shop/po_1'
  const at = { via: 'stripe/main', merchantId: 'shop' }
  const sale = Story.completed().state
  const rejected = {
    status: 'REJECTED',
    rejectCode: 'UNKNOWN_OUTCOME',
    via: 'stripe/main',
  } as const

  test('reports a sale that was cancelled and its way back: neither is a difference', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' })
    story.answer(approved)
    const cancelled: Payment = { ...story.state, ...at }
    expect(cancelled.phase).toBe('cancelled')
    const cancel = cancelled.transactions.find(({ type }) => type === 'CANCEL')
    const back = { operation: 'refund', reference: cancel?.reference ?? '' } as const
    expect(judgeLine(lineOf(cancelled, { amountMinor: 10_000 }), batch, cancelled)).toBe('returned')
    expect(judgeLine(lineOf(cancelled, { ...back, amountMinor: 10_000 }), batch, cancelled)).toBe(
      'returned',
    )
    expect(judgeLine(lineOf(cancelled, { ...back, amountMinor: 1 }), batch, cancelled)).toBe(
      'other_amount',
    )
  })

  test('reports an attempt that was undone before another account was asked', () => {
    const attempt = { ...sale.transactions[0]!, ...rejected, reference: `${sale.id}-auth-first` }
    const elsewhere = {
      ...sale,
      ...at,
      via: 'sandbox/main',
      transactions: [attempt, ...sale.transactions],
    }
    const first = { reference: attempt.reference }
    const back = { reference: `${sale.id}-reverse-first`, operation: 'refund' } as const
    for (const line of [first, back]) {
      expect(judgeLine(lineOf(elsewhere, line), batch, elsewhere)).toBe('returned')
      expect(judgeLine(lineOf(elsewhere, { ...line, amountMinor: 1 }), batch, elsewhere)).toBe(
        'other_amount',
      )
      expect(judgeLine(lineOf(elsewhere, line), 'stripe/second/shop/po_1', elsewhere)).not.toBe(
        'returned',
      )
    }
    expect(judgeLine(lineOf(elsewhere), 'sandbox/main/shop/daily-1', elsewhere)).toBe('settle')
    const returned = linePostings(
      lineOf(elsewhere, { ...first, feeMinor: 250 }),
      batch,
      'returned',
      elsewhere,
    )
    expect(returned.map(({ account, amountMinor }) => [account, amountMinor])).toEqual([
      ['stripe/main/shop/receivable', 10_000],
      ['bank', -10_000],
      ['stripe/main/shop/costs', -250],
      ['bank', 250],
    ])
  })
})

test('workflows and messages of a settlement keep their names for ever', () => {
  expect(settlementWorkflowId('b')).toBe('settle/acquirer/b')
  expect(batchIdOf('settle/acquirer/2026/03')).toBe('2026/03')
  expect([1, 2].map((attempt) => settleMessageId('b', 7, attempt))).toEqual([
    'msg/settle/b/7',
    'msg/settle/b/7/2',
  ])
})

test('the batch is named by its workflow, whoever started it', () => {
  const daily = 'daily-2026-03-29T21:00:00Z'
  expect(batchIdOf(settlementWorkflowId(daily))).toBe(daily)
})

test('every attempt has an id of its own that a payment can read', () => {
  const ids = [1, 2, 3].map((attempt) =>
    settleMessageId('now-2026-08-05T12:00:00.000Z-ab', 7, attempt),
  )
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) {
    const message = { type: 'command', id, command: { name: 'settle' }, actor: 'a', requestId: 'r' }
    expect(readMessage(message)).toBe(message)
  }
})
