import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/domain/actor/message.ts'
import type { Wall } from '../../../src/domain/actor/decision.ts'
import { apply as applyDispute } from '../../../src/domain/dispute/apply.ts'
import type { DisputeCommand } from '../../../src/domain/dispute/commands.ts'
import { checkDispute } from '../../../src/domain/dispute/check-dispute.ts'
import { decide as decideDispute } from '../../../src/domain/dispute/decide.ts'
import type { Dispute } from '../../../src/domain/dispute/dispute.ts'
import type { DisputeFacts } from '../../../src/domain/dispute/facts.ts'
import { disputeNamesOf } from '../../../src/domain/dispute/names.ts'
import { apply } from '../../../src/domain/payment/apply.ts'
import type { PaymentCommand } from '../../../src/domain/payment/commands.ts'
import { decide } from '../../../src/domain/payment/decide.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { approve, requestApproval } from '../../../src/postgres/approvals.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { one } from '../../../src/postgres/db.ts'
import { recordDispute } from '../../../src/postgres/disputes/record-dispute.ts'
import { saveOperator } from '../../../src/postgres/operators.ts'
import { recordPayment } from '../../../src/postgres/record-payment.ts'
import { readDisputeEvidence } from '../../../src/postgres/review/dispute-evidence.ts'
import { checkBooks } from '../../../src/postgres/review/ledger-check.ts'
import { move, START, word } from '../../domain/dispute/support.ts'
import { createCommand } from '../../domain/payment/support.ts'
import { freshDatabase } from '../../support/database.ts'

const letters = () => randomUUID().replace(/[\d-]/g, 'x')
const command = (given: PaymentCommand | DisputeCommand): Message => ({
  type: 'command',
  id: `cmd/${letters()}`,
  command: given,
  actor: 'gateway',
  requestId: 'r',
})

/** A sale of 100.00, and its refunds. */
async function sale(pool: DbPool) {
  const paymentId = letters()
  let payment: Payment | undefined
  const take = async (message: Message, wall?: Wall): Promise<string> => {
    const decision = decide(payment, message, START, wall)
    const entry = { paymentId, before: payment, message, decision, at: START }
    const answer = await recordPayment(pool, entry)
    if (answer.status === 'wall') return take(message, answer.wall)
    if (answer.status !== 'committed') return answer.status
    const version = (payment?.version ?? 0) + 1
    payment = apply(payment, { version, at: START, events: decision.events }).payment
    return decision.outcome.accepted ? 'accepted' : decision.outcome.code
  }
  const order = { amountMinor: 10_000, currency: 'PLN' as const }
  await take(command({ ...createCommand({ order }), paymentId }))
  for (const type of ['notEnrolled', 'approved'] as const) {
    const callId = payment!.calls[0]!.id
    await take({ type: 'result', id: `result/${callId}`, callId, outcome: { type } })
  }
  return {
    get payment() {
      return payment!
    },
    refund: (amountMinor: number) => take(command({ name: 'refund', amountMinor })),
    cancel: () => take(command({ name: 'cancel', by: 'merchant' })),
    warn: (refundsUpToMinor: number) => {
      const warning = { warningId: letters(), at: START }
      return take(command({ name: 'warn', warning, refundsUpToMinor }))
    },
  }
}

/** A dispute of it, whose every message goes through the database. */
function disputeOf(pool: DbPool, payment: Payment) {
  const disputeId = letters()
  let dispute: Dispute | undefined
  const names = disputeNamesOf(payment, 'DSP1')
  return {
    id: disputeId,
    report: async (facts: DisputeFacts, change = (entry: Dispute | undefined) => entry) => {
      const message = command({ name: 'report', disputeId, names, facts })
      const decision = decideDispute(dispute, message, START)
      const before = change(dispute)
      const entry = { disputeId, before, message, decision, at: START }
      const answer = await recordDispute(pool, entry)
      const version = (dispute?.version ?? 0) + 1
      if (answer.status === 'committed')
        dispute = applyDispute(dispute, { version, at: START, events: decision.events }).dispute
      return answer
    },
    /** As an operator, under the name of what another person has agreed to. */
    ordered: (name: 'submit' | 'accept', approvalId: string) => {
      const message: Message = {
        type: 'command',
        id: `cmd/${approvalId}`,
        command: { name },
        actor: 'operator/anna',
        requestId: 'r',
      }
      const decision = decideDispute(dispute, message, START)
      return recordDispute(pool, { disputeId, before: dispute, message, decision, at: START })
    },
  }
}

const balance = async (pool: DbPool) =>
  (await one<{ minor: number }>(pool, 'select available_minor as minor from balance')).minor

describe('money that a provider takes', () => {
  test('leaves a refund what is left, and no more', async () => {
    const { pool } = await freshDatabase()
    const sold = await sale(pool)
    await disputeOf(pool, sold.payment).report({
      word: word({ amountMinor: 4_000 }),
      moves: [move('m1', 'WITHDRAWN', 4_000)],
    })
    expect(await balance(pool)).toBe(6_000)
    expect(await sold.refund(6_001)).toBe('payment_disputed')
    expect(await sold.cancel()).toBe('payment_disputed')
    expect(await sold.refund(6_000)).toBe('accepted')
    expect(await sold.refund(1)).toBe('payment_disputed')
  })

  test('is taken although it was refunded before: the merchant owes it, and what comes in makes it less', async () => {
    const { pool } = await freshDatabase()
    const sold = await sale(pool)
    expect(await sold.refund(10_000)).toBe('accepted')
    const dispute = disputeOf(pool, sold.payment)
    await dispute.report({ word: word(), moves: [move('m1', 'WITHDRAWN', 10_000)] })
    expect(await balance(pool)).toBe(-10_000)
    const other = await sale(pool)
    expect(await balance(pool)).toBe(0)
    expect(await other.refund(1)).toBe('insufficient_refund_balance')
    await dispute.report({ moves: [move('m2', 'REINSTATED', 10_000)] })
    expect(await balance(pool)).toBe(10_000)
    expect(await checkBooks(pool)).toEqual([])
    for await (const [evidence] of readDisputeEvidence(pool, dispute.id))
      expect(checkDispute(evidence!)).toEqual([])
  })

  test('is not given back once more by a fraud warning, which is told all the same', async () => {
    const { pool } = await freshDatabase()
    const sold = await sale(pool)
    const facts = { word: word(), moves: [move('m1', 'WITHDRAWN', 4_000)] }
    await disputeOf(pool, sold.payment).report(facts)
    expect(await sold.warn(10_000)).toBe('accepted')
    expect(sold.payment.refunds).toEqual([])
    expect(sold.payment.fraudWarnings).toHaveLength(1)
    expect(await balance(pool)).toBe(6_000)
  })

  test('two at once, a warning that gives back and a withdrawal: the books agree whoever is first', async () => {
    const { pool } = await freshDatabase()
    for (let round = 0; round < 6; round += 1) {
      const sold = await sale(pool)
      const dispute = disputeOf(pool, sold.payment)
      const facts = { word: word(), moves: [move(`w${String(round)}`, 'WITHDRAWN', 10_000)] }
      const [warned, reported] = await Promise.all([sold.warn(10_000), dispute.report(facts)])
      expect([warned, reported.status]).toEqual(['accepted', 'committed'])
      expect(sold.payment.fraudWarnings).toHaveLength(1)
      expect(sold.payment.refunds.length).toBeLessThanOrEqual(1)
    }
    expect(await checkBooks(pool)).toEqual([])
  })

  test('two at once, refund and withdrawal: the books agree whoever is first', async () => {
    const { pool } = await freshDatabase()
    for (let round = 0; round < 12; round += 1) {
      const sold = await sale(pool)
      const dispute = disputeOf(pool, sold.payment)
      const facts = { word: word(), moves: [move(`m${String(round)}`, 'WITHDRAWN', 10_000)] }
      const [refunded, reported] = await Promise.all([sold.refund(5_000), dispute.report(facts)])
      expect(['accepted', 'payment_disputed', 'insufficient_refund_balance']).toContain(refunded)
      expect(reported.status).toBe('committed')
      expect(await sold.refund(5_000)).toBe('payment_disputed')
    }
    expect(await checkBooks(pool)).toEqual([])
  })
})

describe('what is refused', () => {
  test('what an operator orders alone: another person must have agreed to it, of this dispute', async () => {
    const { pool } = await freshDatabase()
    for (const name of ['anna', 'jan'])
      await saveOperator(pool, { name, role: 'administrator' }, 'test')
    const dispute = disputeOf(pool, (await sale(pool)).payment)
    await dispute.report({ word: word(), moves: [] })
    const newId = () => letters().slice(0, 27)
    const ask = async (disputeId: string) => {
      const request = { id: newId(), disputeId, reason: 'case 4711', requestedBy: 'anna' }
      await requestApproval(pool, { ...request, command: { name: 'accept' } })
      return request.id
    }
    const missing = { status: 'wall', wall: 'approvalMissing' }
    expect(await dispute.ordered('accept', newId())).toEqual(missing)
    const [id, other] = [await ask(dispute.id), await ask(letters())]
    expect(await dispute.ordered('accept', id)).toEqual(missing)
    for (const one of [id, other]) expect(await approve(pool, one, 'jan')).toBe(true)
    expect(await dispute.ordered('accept', other)).toEqual(missing)
    expect(await dispute.ordered('accept', id)).toMatchObject({ status: 'committed' })
  })

  test('a worker that believes another state, and a move that was booked before', async () => {
    const { pool } = await freshDatabase()
    const sold = await sale(pool)
    const dispute = disputeOf(pool, sold.payment)
    await dispute.report({ word: word(), moves: [move('m1', 'WITHDRAWN')] })
    const forgetful = (state: Dispute | undefined) => ({ ...state!, moves: [] })
    expect(await dispute.report({ moves: [move('m2', 'FEE', 5)] }, forgetful)).toMatchObject({
      status: 'held',
    })
  })
})
