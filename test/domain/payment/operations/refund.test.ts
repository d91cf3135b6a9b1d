import { describe, expect, test } from 'vitest'
import type { Payment, Refund } from '../../../../src/domain/payment/payment.ts'
import type { Phase } from '../../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../../src/domain/payment/phase.ts'
import { ask, COMMAND_ID, NOW, preauth, refused, Story } from '../support.ts'

const approved = { type: 'approved' } as const
const sale = Story.completed().state
const market = Story.completed({
  subpayments: [
    { subpaymentId: 'one', merchantId: 'shop', amountMinor: 6_000, commissionMinor: 600 },
    { subpaymentId: 'two', merchantId: 'other', amountMinor: 4_000, commissionMinor: 333 },
  ],
}).state
const amounts = ({ events }: ReturnType<typeof ask>) =>
  events.flatMap((event) => (event.type === 'refundAccepted' ? [event.refund.amountMinor] : []))

describe('a refund', () => {
  const refundId = `r${COMMAND_ID}`
  const transId = `t${COMMAND_ID}`
  const reference = `${sale.id}-refund-abcdefgh`

  test('is one refund, one transaction and one call, of the same amount', () => {
    const decision = ask(sale, {
      name: 'refund',
      amountMinor: 4_000,
      description: 'too small',
      extRefundId: 'mine',
    })
    expect(decision.outcome).toEqual({ accepted: true, transId, refundId, refundIds: [refundId] })
    expect(decision.events).toStrictEqual([
      {
        type: 'refundAccepted',
        refund: {
          refundId,
          extRefundId: 'mine',
          transId,
          amountMinor: 4_000,
          status: 'PENDING',
          description: 'too small',
          commandId: COMMAND_ID,
          createdAt: NOW,
          updatedAt: NOW,
        },
        transaction: {
          transId,
          type: 'REFUND',
          status: 'PENDING',
          amountMinor: 4_000,
          reference,
          refundId,
          description: 'too small',
          createdAt: NOW,
          updatedAt: NOW,
        },
        call: {
          id: `call/${reference}/1`,
          kind: 'refund',
          reference,
          originalReference: sale.reference,
          amountMinor: 4_000,
          attempt: 1,
          transId,
          refundId,
        },
      },
    ])
  })

  test('without an amount is all that is left, and says so', () => {
    const some = { ...sale, refundedMinor: 1_000, reservedMinor: 200 }
    const [event] = ask(some, { name: 'refund' }).events
    expect(event).toMatchObject({ refund: { amountMinor: 8_800, whole: true } })
    expect(event).not.toHaveProperty('refund.extRefundId')
    expect(event).not.toHaveProperty('refund.description')
    expect(event).not.toHaveProperty('transaction.description')
    expect(event).not.toHaveProperty('transaction.subpaymentId')
  })

  test('may be all that is left, never more, never of nothing', () => {
    const some = { ...sale, refundedMinor: 1_000, reservedMinor: 200 }
    const refund = (amountMinor: number, payment = some) =>
      ask(payment, { name: 'refund', amountMinor })
    expect(amounts(refund(8_800))).toEqual([8_800])
    expect(refund(8_801)).toEqual(refused('refund_exceeds_amount'))
    expect(refund(0)).toEqual(refused('refund_exceeds_amount'))
    const none = { ...sale, refundedMinor: 10_000 }
    expect(ask(none, { name: 'refund' })).toEqual(refused('refund_exceeds_amount'))
  })

  test('goes back from the capture of a hold, else from the sale', () => {
    const captured = Story.completed(preauth)
      .command({ name: 'capture' })
      .answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
      .command({ name: 'capture' })
      .answer(approved).state
    const from = (payment: Payment) =>
      ask(payment, { name: 'refund' }).events[0]?.call?.originalReference
    expect(from(captured)).toBe(captured.transactions.at(-1)?.reference)
    expect(from(sale)).toBe(sale.reference)
    const { reference: _, ...bare } = sale
    expect(() => from(bare)).toThrow('broken invariant: no charge yet')
  })

  test('is refused in every phase but paid and settled', () => {
    for (const phase of Object.keys(statusOfPhase) as Phase[]) {
      const decision = ask({ ...sale, phase }, { name: 'refund' })
      if (phase === 'paid' || phase === 'settled') expect(decision.outcome.accepted).toBe(true)
      else if (phase === 'reversing') expect(decision).toEqual(refused('operation_in_progress'))
      else expect(decision, phase).toEqual(refused('payment_not_refundable'))
    }
  })

  test('is refused from the moment the window closes', () => {
    const until = (refundUntil: number) => ask({ ...sale, refundUntil }, { name: 'refund' })
    expect(until(NOW + 1).outcome.accepted).toBe(true)
    expect(until(NOW)).toEqual(refused('refund_window_closed'))
    expect(ask({ ...sale, closed: true }, { name: 'refund' })).toEqual(
      refused('refund_window_closed'),
    )
    const { refundUntil: _, ...forEver } = sale
    expect(ask(forEver, { name: 'refund' }).outcome.accepted).toBe(true)
  })

  test('is refused for a part that the payment does not have, and by a short balance', () => {
    expect(ask(sale, { name: 'refund', subpaymentId: 'one' })).toEqual(
      refused('subpayment_not_found'),
    )
    expect(ask(sale, { name: 'refund' }, { wall: 'balanceShort' })).toEqual(
      refused('insufficient_refund_balance'),
    )
    expect(ask(sale, { name: 'refund' }, { wall: 'batchClosed' }).outcome.accepted).toBe(true)
  })
})

describe("a refund under the merchant's own id", () => {
  const known: Refund = {
    refundId: 'r1',
    extRefundId: 'mine',
    transId: 't1',
    amountMinor: 100,
    status: 'COMPLETED',
    description: 'd',
    commandId: 'c1',
    createdAt: 0,
    updatedAt: 0,
  }
  const other: Refund = { ...known, refundId: 'r0', extRefundId: 'other', commandId: 'c0' }
  const after = (...refunds: Refund[]) => ({ ...sale, refunds: [other, ...refunds] })
  const again = { name: 'refund', extRefundId: 'mine', amountMinor: 100, description: 'd' } as const
  const { amountMinor: _, ...whole } = again
  const answered = (...refundIds: string[]) => ({
    events: [],
    outcome: { accepted: true, refundId: 'r1', refundIds },
  })

  test('is answered with the refund that it was, even when all is refunded', () => {
    expect(ask(after(known), again)).toEqual(answered('r1'))
    expect(ask({ ...after(known), phase: 'cancelled' }, again)).toEqual(answered('r1'))
  })

  test('is refused with another amount, description or part', () => {
    for (const change of [{ amountMinor: 101 }, { description: 'e' }, { subpaymentId: 'one' }])
      expect(ask(after(known), { ...again, ...change })).toEqual(refused('refund_id_reused'))
    const { description: _description, ...silent } = again
    expect(ask(after(known), silent)).toEqual(refused('refund_id_reused'))
  })

  test('tells all of it from a named amount, even when they come to the same', () => {
    expect(ask(after(known), whole)).toEqual(refused('refund_id_reused'))
    expect(ask(after({ ...known, whole: true }), again)).toEqual(refused('refund_id_reused'))
    expect(ask(after({ ...known, whole: true }), whole)).toEqual(answered('r1'))
  })

  test('of a whole marketplace payment is answered with all of its parts', () => {
    const parts: Refund[] = [
      { ...known, whole: true, subpaymentId: 'one' },
      { ...known, whole: true, subpaymentId: 'two', refundId: 'r2' },
    ]
    expect(ask(after(...parts), whole)).toEqual(answered('r1', 'r2'))
  })

  test('that is new is a new refund', () => {
    expect(ask(after(), again).events).toHaveLength(1)
    expect(ask(after(), { name: 'refund', amountMinor: 1 }).events).toHaveLength(1)
  })
})

describe('a marketplace refund', () => {
  test('of everything is one refund per part, each under names of its own', () => {
    const decision = ask(market, { name: 'refund', description: 'all' })
    expect(decision.outcome).toEqual({
      accepted: true,
      transId: `t${COMMAND_ID}-1`,
      refundId: `r${COMMAND_ID}-1`,
      refundIds: [`r${COMMAND_ID}-1`, `r${COMMAND_ID}-2`],
    })
    expect(decision.events).toMatchObject([
      {
        refund: { subpaymentId: 'one', amountMinor: 6_000, commissionMinor: 600, whole: true },
        transaction: { subpaymentId: 'one', transId: `t${COMMAND_ID}-1`, description: 'all' },
        call: { reference: `${sale.id}-refund-abcdefgh`, refundId: `r${COMMAND_ID}-1` },
      },
      {
        refund: { subpaymentId: 'two', amountMinor: 4_000, commissionMinor: 333, whole: true },
        transaction: { subpaymentId: 'two', transId: `t${COMMAND_ID}-2` },
        call: { reference: `${sale.id}-refund-abcdefgh-2`, refundId: `r${COMMAND_ID}-2` },
      },
    ])
  })

  test('of one part is for that part alone', () => {
    const decision = ask(market, { name: 'refund', subpaymentId: 'two', amountMinor: 1_000 })
    expect(decision.outcome).toMatchObject({ refundIds: [`r${COMMAND_ID}`] })
    expect(decision.events).toMatchObject([
      { refund: { subpaymentId: 'two', amountMinor: 1_000, commissionMinor: 83 } },
    ])
  })

  test('takes what is left of a part, and the rest of its commission, but not an empty part', () => {
    const [one, two] = market.subpayments
    const some: Payment = {
      ...market,
      subpayments: [
        { ...one!, refundedMinor: 6_000, commissionRefundedMinor: 600 },
        { ...two!, refundedMinor: 500, reservedMinor: 700, commissionRefundedMinor: 99 },
      ],
    }
    const rest = { subpaymentId: 'two', amountMinor: 2_800, commissionMinor: 234 }
    expect(ask(some, { name: 'refund' }).events).toMatchObject([{ refund: rest }])
    expect(ask(some, { name: 'refund' }).outcome).toMatchObject({ refundId: `r${COMMAND_ID}` })
    const named = { name: 'refund', subpaymentId: 'two' } as const
    expect(ask(some, { ...named, amountMinor: 2_800 }).events).toMatchObject([{ refund: rest }])
    expect(ask(some, { ...named, amountMinor: 2_801 })).toEqual(refused('refund_exceeds_amount'))
    expect(ask(some, { name: 'refund', subpaymentId: 'one' })).toEqual(
      refused('refund_exceeds_amount'),
    )
  })

  test('of an amount must name its part', () => {
    expect(ask(market, { name: 'refund', amountMinor: 1 })).toEqual(refused('subpayment_required'))
    expect(ask(market, { name: 'refund', subpaymentId: 'none' })).toEqual(
      refused('subpayment_not_found'),
    )
  })
})

describe('the reserve of a part', () => {
  const refundTwo = () =>
    Story.completed({ subpayments: market.subpayments }).command({
      name: 'refund',
      subpaymentId: 'two',
      amountMinor: 1_000,
    })
  const part = (story: Story) => story.state.subpayments[1]

  test('holds the money and its commission while the refund is under way', () => {
    const story = refundTwo()
    expect(part(story)).toMatchObject({ reservedMinor: 1_000, refundedMinor: 0 })
    expect(part(story)).toMatchObject({ commissionRefundedMinor: 83 })
    expect(story.state.subpayments[0]).toEqual(market.subpayments[0])
  })

  test('becomes a refund when it is done', () => {
    expect(part(refundTwo().answer(approved))).toMatchObject({
      reservedMinor: 0,
      refundedMinor: 1_000,
      commissionRefundedMinor: 83,
    })
  })

  test('is free again, with its commission, when the refund is refused', () => {
    const story = refundTwo().answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
    expect(part(story)).toEqual(market.subpayments[1])
    expect(story.state).toMatchObject({ reservedMinor: 0, refundedMinor: 0 })
  })

  test('stays when nobody can say what became of the refund', () => {
    const story = refundTwo().answer({ type: 'secretLost' })
    expect(part(story)).toMatchObject({ reservedMinor: 1_000, commissionRefundedMinor: 83 })
    expect(story.state.refunds).toMatchObject([{ status: 'ERROR', rejectCode: 'SYSTEM_ERROR' }])
    expect(story.state.transactions.at(-1)).toMatchObject({
      status: 'ERROR',
      rejectCode: 'SYSTEM_ERROR',
    })
  })
})
