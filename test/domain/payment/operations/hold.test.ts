import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src/domain/payment/payment.ts'
import type { Phase } from '../../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../../src/domain/payment/phase.ts'
import { ask, COMMAND_ID, NOW, preauth, refused, Story } from '../support.ts'

const hold = Story.completed(preauth).state
const transId = `t${COMMAND_ID}`
const adjusted = Story.completed(preauth)
  .command({ name: 'adjust', amountMinor: 15_000 })
  .answer({ type: 'approved' }).state
const adjustment = adjusted.transactions.at(-1)!
const captured = Story.completed(preauth)
  .command({ name: 'capture', amountMinor: 6_000 })
  .answer({ type: 'approved' }).state
const at = (phase: Phase, payment: Payment = adjusted): Payment => ({ ...payment, phase })
const busy: Phase[] = ['adjusting', 'capturing', 'reversing']
const others = (Object.keys(statusOfPhase) as Phase[]).filter(
  (phase) => phase !== 'authorized' && !busy.includes(phase),
)
const commands = [
  ['payment_not_capturable', { name: 'capture' }],
  ['payment_not_adjustable', { name: 'adjust', amountMinor: 5 }],
  ['transaction_not_withdrawable', { name: 'withdraw', transId: adjustment.transId }],
] as const

test.for(commands)('what is no hold is refused with %s', ([code, command]) => {
  for (const phase of others) expect(ask(at(phase), command), phase).toEqual(refused(code))
})

test.for(commands)('a busy hold is left alone (%s)', ([, command]) => {
  for (const phase of busy)
    expect(ask(at(phase), command), phase).toEqual(refused('operation_in_progress'))
})

test.for(commands)('a captured hold is over (%s)', ([, command]) => {
  const named = { ...command, transId: captured.transactions[0]!.transId }
  expect(ask(captured, named)).toEqual(refused('capture_exists'))
  expect(ask(at('authorized', captured), named)).toEqual(refused('capture_exists'))
})

describe('a capture', () => {
  const reference = `${hold.id}-capture-abcdefgh`

  test('of all that is held asks the acquirer for it once', () => {
    const decision = ask(hold, { name: 'capture', description: 'sent' })
    expect(decision.outcome).toEqual({ accepted: true, transId })
    expect(decision.events).toStrictEqual([
      {
        type: 'captureStarted',
        transaction: {
          transId,
          type: 'CAPTURE',
          status: 'PENDING',
          amountMinor: 10_000,
          reference,
          description: 'sent',
          createdAt: NOW,
          updatedAt: NOW,
        },
        call: {
          id: `call/${reference}/1`,
          kind: 'capture',
          reference,
          amountMinor: 10_000,
          attempt: 1,
          originalReference: hold.reference,
          transId,
        },
      },
    ])
  })

  test('may be for the whole or for less, never for more', () => {
    expect(ask(hold, { name: 'capture', amountMinor: 10_000 }).outcome.accepted).toBe(true)
    expect(ask(hold, { name: 'capture', amountMinor: 1 }).events[0]?.call?.amountMinor).toBe(1)
    expect(ask(hold, { name: 'capture', amountMinor: 10_001 })).toEqual(
      refused('capture_exceeds_preauthorized'),
    )
  })

  test('of a hold without a reference is a broken invariant, not a guess', () => {
    const { reference: _, ...bare } = hold
    expect(() => ask(bare, { name: 'capture' })).toThrow('broken invariant: no charge yet')
  })

  test('has no empty description', () => {
    const [event] = ask(hold, { name: 'capture' }).events
    expect(event).not.toHaveProperty('transaction.description')
  })

  test('that failed does not stand in the way of the next', () => {
    const failed = Story.completed(preauth)
      .command({ name: 'capture' })
      .answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
    expect(ask(failed.state, { name: 'capture' }).outcome.accepted).toBe(true)
  })
})

describe('an adjustment', () => {
  const reference = `${hold.id}-adjust-abcdefgh`

  test('asks for the new total, and remembers the one before', () => {
    const decision = ask(hold, { name: 'adjust', amountMinor: 12_000 })
    expect(decision.outcome).toEqual({ accepted: true, transId })
    expect(decision.events).toStrictEqual([
      {
        type: 'adjustmentStarted',
        transaction: {
          transId,
          type: 'ADJUSTMENT',
          status: 'PENDING',
          amountMinor: 12_000,
          reference,
          createdAt: NOW,
          updatedAt: NOW,
          previousMinor: 10_000,
        },
        call: {
          id: `call/${reference}/1`,
          kind: 'adjust',
          reference,
          amountMinor: 12_000,
          attempt: 1,
          originalReference: hold.reference,
          transId,
        },
      },
    ])
  })

  test('to the amount that stands is refused', () => {
    expect(ask(hold, { name: 'adjust', amountMinor: 10_000 })).toEqual(
      refused('adjustment_changes_nothing'),
    )
  })
})

describe('a withdrawal', () => {
  const withdraw = { name: 'withdraw', transId: adjustment.transId } as const
  const reference = `${hold.id}-withdraw-abcdefgh`

  test('asks for the amount before the adjustment, under a reference of its own', () => {
    const decision = ask(adjusted, withdraw)
    expect(decision.outcome).toEqual({ accepted: true, transId: adjustment.transId })
    expect(decision.events).toStrictEqual([
      {
        type: 'withdrawalStarted',
        transId: adjustment.transId,
        call: {
          id: `call/${reference}/1`,
          kind: 'adjust',
          reference,
          amountMinor: 10_000,
          attempt: 1,
          originalReference: hold.reference,
          transId: adjustment.transId,
          withdraws: true,
        },
      },
    ])
  })

  test('of what is no adjustment, or of one that failed, is refused', () => {
    const authorization = { name: 'withdraw', transId: hold.transactions[0]!.transId } as const
    expect(ask(hold, authorization)).toEqual(refused('transaction_not_withdrawable'))
    const failed = { ...adjustment, status: 'REJECTED' } as const
    const without = { ...adjusted, transactions: [hold.transactions[0]!, failed] }
    expect(ask(without, withdraw)).toEqual(refused('transaction_not_withdrawable'))
    expect(ask(hold, { name: 'withdraw', transId: 'none' })).toEqual(
      refused('transaction_not_found'),
    )
  })

  test('of an adjustment that remembers no amount is a broken invariant, not a guess', () => {
    const { previousMinor: _, ...forgetful } = adjustment
    const payment = { ...adjusted, transactions: [forgetful] }
    expect(() => ask(payment, withdraw)).toThrow('broken invariant: no previous amount')
  })
})
