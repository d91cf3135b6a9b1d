import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import {
  batchIdOf,
  differenceOf,
  judgeLine,
  settleMessage,
  settleMessageId,
  settlementWorkflowId,
  toldWorkflowId,
} from '../../../src/domain/settlement/settlement.ts'
import type { ChargeLine } from '../../../src/domain/settlement/settlement.ts'
import { doubtOf, readMessage } from '../../../src/domain/actor/message.ts'
import { preauth, Story } from '../payment/support.ts'

const approved = { type: 'approved', authCode: 'A1' } as const

const lineOf = (payment: Payment, changes: Partial<ChargeLine> = {}): ChargeLine => ({
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
    ['unknown_reference', { operation: 'refund' }],
    ['other_currency', { currency: 'EUR' }],
    ['other_amount', { amountMinor: 1 }],
  ] as const)('is a difference: %s', ([difference, changes]) => {
    expect(judgeLine(lineOf(sale, changes), 'b', sale)).toBe(difference)
  })

  test('in the report of another provider than the one that owes the money is a difference', () => {
    expect(judgeLine(lineOf(sale), 'blik/b', sale)).toBe('other_provider')
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

test('workflows and messages of a settlement keep their names for ever', () => {
  expect(settlementWorkflowId('b')).toBe('settle/acquirer/b')
  expect(toldWorkflowId('b')).toBe('told/acquirer/b')
  expect(batchIdOf('settle/acquirer/2026/03')).toBe('2026/03')
  expect([1, 2].map((attempt) => settleMessageId('b', 7, attempt))).toEqual([
    'msg/settle/b/7',
    'msg/settle/b/7/2',
  ])
})

test('the command for a line settles its payment, and says in which batch and line', () => {
  const story = Story.completed()
  const message = settleMessage('b', { ...lineOf(story.state), line: 7 }, 2)
  expect(doubtOf(message, { workflowId: 'any', named: false })).toBeUndefined()
  expect(readMessage(message)).toBe(message)
  expect(message).toMatchObject({ id: 'msg/settle/b/7/2', requestId: 'settle-b-7' })
  story.take(message)
  expect(story.accepted().state).toMatchObject({ phase: 'settled', settlementBatch: 'b' })
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
