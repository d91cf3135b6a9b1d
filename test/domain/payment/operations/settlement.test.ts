import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src/domain/payment/payment.ts'
import type { Phase } from '../../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../../src/domain/payment/phase.ts'
import { ask, NOW, preauth, refused, Story } from '../support.ts'

const sale = Story.completed().state
const line = {
  name: 'settle',
  batch: 'b',
  line: 1,
  reference: sale.reference ?? '',
  amountMinor: 10_000,
} as const
const settled: Payment = { ...sale, phase: 'settled', settlementBatch: 'b' }

describe('a line of the settlement report', () => {
  test('settles a sale: its batch is closed, and the money is on the books', () => {
    expect(ask(sale, line)).toStrictEqual({
      outcome: { accepted: true },
      events: [
        { type: 'settlementClosed', batch: 'b' },
        {
          type: 'settled',
          transaction: {
            transId: `t${sale.id}-settlement`,
            type: 'SETTLEMENT',
            status: 'COMPLETED',
            amountMinor: 10_000,
            reference: sale.reference,
            createdAt: NOW,
            updatedAt: NOW,
          },
        },
      ],
    })
    expect(Story.completed().command(line).state).toMatchObject({
      phase: 'settled',
      settlementBatch: 'b',
    })
  })

  test('settles a capture by the reference of the capture, not of the hold', () => {
    const story = Story.completed(preauth).command({ name: 'capture' })
    const { reference } = story.call!
    story.answer({ type: 'approved' })
    expect(ask(story.state, { ...line, reference }).outcome.accepted).toBe(true)
    expect(ask(story.state, line)).toEqual(refused('payment_not_settleable'))
  })

  test('of the same batch again changes nothing; of another one is refused', () => {
    expect(ask(settled, line)).toEqual({ events: [], outcome: { accepted: true } })
    expect(ask(settled, { ...line, batch: 'c' })).toEqual(refused('payment_not_settleable'))
    expect(ask({ ...sale, settlementBatch: 'b' }, line).events).toHaveLength(2)
  })

  test('waits while the acquirer has yet to answer, and is refused for what is no sale', () => {
    for (const phase of Object.keys(statusOfPhase) as Phase[]) {
      if (phase === 'paid') continue
      const busy = ['authorizing', 'resolving', 'undoing', 'capturing', 'reversing'].includes(phase)
      expect(ask({ ...sale, phase }, line), phase).toEqual(
        refused(busy ? 'operation_in_progress' : 'payment_not_settleable'),
      )
    }
  })

  test('of another amount, or of a charge that was refused, is refused', () => {
    expect(ask(sale, { ...line, amountMinor: 9_999 })).toEqual(refused('settlement_amount_differs'))
    const transactions = [{ ...sale.transactions[0]!, status: 'REJECTED' } as const]
    expect(ask({ ...sale, transactions }, line)).toEqual(refused('payment_not_settleable'))
  })
})

describe('the transaction of a settlement', () => {
  const transactionOf = (payment: Payment, command: typeof line) => {
    const [, event] = ask(payment, command).events
    return event && 'transaction' in event ? event.transaction : undefined
  }

  test('has the fee that was agreed when the payment was made, and none where none was', () => {
    const fees = [
      { method: 'CARD', percent: 1.4, fixed: 0.3 },
      { method: 'BLIK', percent: 50, fixed: 0 },
    ] as const
    const merchant = { ...sale.merchant, fees: [...fees] }
    expect(transactionOf({ ...sale, merchant }, line)?.feeMinor).toBe(170)
    expect(transactionOf(sale, line)).not.toHaveProperty('feeMinor')
  })

  test('of one capture is the payment’s own; those of several are counted', () => {
    const single = Story.completed(preauth).command({ name: 'capture' })
    const { reference } = single.call!
    single.answer({ type: 'approved' })
    const one = transactionOf(single.state, { ...line, reference })
    expect(one?.transId).toBe(`t${sale.id}-settlement`)
    const merchant = { ...sale.merchant, severalCaptures: true as const }
    const several = Story.completed({ ...preauth, merchant })
    several.command({ name: 'capture', amountMinor: 3_000, keepsRest: true })
    several.answer({ type: 'approved' }).command({ name: 'capture' }).answer({ type: 'approved' })
    const captures = several.state.transactions.filter(({ type }) => type === 'CAPTURE')
    for (const { reference: of = '', amountMinor } of captures)
      several.command({ ...line, reference: of, amountMinor }).accepted()
    const settlements = several.state.transactions.filter(({ type }) => type === 'SETTLEMENT')
    expect(settlements.map(({ transId }) => transId)).toEqual([
      ...[`t${sale.id}-settlement-1`, `t${sale.id}-settlement-2`],
    ])
  })
})
