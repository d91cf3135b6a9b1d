import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src/domain/payment/payment.ts'
import type { Phase } from '../../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../../src/domain/payment/phase.ts'
import { ask, COMMAND_ID, NOW, preauth, refused, Story } from '../support.ts'

const cancel = { name: 'cancel', by: 'merchant' } as const
const sale = Story.completed().state
const at = (phase: Phase, changes: Partial<Payment> = {}): Payment => ({
  ...sale,
  phase,
  ...(phase === 'awaitingPayer' && { instrument: { type: 'BLIK_CODE' } }),
  ...changes,
})
const eventTypes = (payment: Payment) => ask(payment, cancel).events.map(({ type }) => type)

describe('a cancel', () => {
  test.for<[string, Phase[]]>([
    [
      'cancelled',
      ['gathering', 'opening', 'awaitingDetails', 'profiling', 'authenticating', 'challenging'],
    ],
    ['endRequested', ['authorizing', 'resolving']],
    ['givingUpStarted', ['awaitingPayer']],
    ['reversalStarted', ['authorized', 'paid']],
  ])('leads to %s in %s', ([type, phases]) => {
    for (const phase of phases) expect(eventTypes(at(phase)), phase).toEqual([type])
  })

  test.for<[string, Phase[]]>([
    ['cancel_in_progress', ['undoing', 'givingUp', 'reversing']],
    ['operation_in_progress', ['adjusting', 'capturing']],
    ['payment_not_cancellable', ['settled', 'rejected', 'cancelled', 'errored']],
  ])('is refused with %s in %s', ([code, phases]) => {
    for (const phase of phases) expect(ask(at(phase), cancel), phase).toEqual(refused(code))
  })

  test('has an answer in every phase', () => {
    for (const phase of Object.keys(statusOfPhase) as Phase[])
      expect(ask(at(phase), cancel)).toHaveProperty('outcome')
  })

  test('is refused while one is awaited', () => {
    const ending = { status: 'cancelled', rejectCode: 'EXPIRED' } as const
    for (const phase of ['authorizing', 'resolving'] as const)
      expect(ask(at(phase, { ending }), cancel)).toEqual(refused('cancel_in_progress'))
  })

  test.for([
    ['merchant', 'CANCELLED_BY_MERCHANT'],
    ['customer', 'CANCELLED_BY_CUSTOMER'],
    ['operator', 'CANCELLED_BY_OPERATOR'],
  ] as const)('of the %s says so: %s', ([by, rejectCode]) => {
    const command = { name: 'cancel', by } as const
    const ending = { status: 'cancelled', rejectCode }
    expect(ask(at('gathering'), command).events).toEqual([{ type: 'cancelled', rejectCode }])
    expect(ask(at('authorizing'), command).events).toEqual([{ type: 'endRequested', ending }])
    expect(ask(at('awaitingPayer'), command).events[0]).toMatchObject({ ending })
    expect(ask(at('paid'), command).events[0]).toMatchObject({ ending })
  })
})

describe('a reversal', () => {
  const reference = `${sale.id}-cancel-abcdefgh`
  const transId = `t${COMMAND_ID}`

  test('names the charge that it takes back, in full, under a reference of its own', () => {
    const decision = ask(sale, { ...cancel, description: 'sold out' })
    expect(decision.outcome).toEqual({ accepted: true, transId })
    expect(decision.events).toStrictEqual([
      {
        type: 'reversalStarted',
        ending: { status: 'cancelled', rejectCode: 'CANCELLED_BY_MERCHANT', transId },
        transaction: {
          transId,
          type: 'CANCEL',
          status: 'PENDING',
          amountMinor: 10_000,
          reference,
          description: 'sold out',
          createdAt: NOW,
          updatedAt: NOW,
        },
        call: {
          id: `call/${reference}/1`,
          kind: 'reverse',
          reference,
          originalReference: sale.reference,
          amountMinor: 10_000,
          attempt: 1,
          reason: 'CANCEL',
          transId,
        },
      },
    ])
  })

  test('of a payment without a reference is a broken invariant, not a guess', () => {
    const { reference: _, ...bare } = sale
    expect(() => ask(bare, cancel)).toThrow('broken invariant: no charge yet')
  })

  test('has no empty description', () => {
    expect(ask(sale, cancel).events[0]).not.toHaveProperty('transaction.description')
  })

  test('of an adjusted hold is for what it stands at', () => {
    const hold = { ...Story.completed(preauth).state, authorizedMinor: 15_000 }
    expect(ask(hold, cancel).events[0]?.call?.amountMinor).toBe(15_000)
  })

  test.for([
    ['CARD', 'reverse'],
    ['VTS', 'reverse'],
    ['GPAY', 'reverse'],
    ['BLIK_CODE', 'refund'],
  ] as const)('of %s is a %s', ([type, kind]) => {
    expect(ask({ ...sale, instrument: { type } }, cancel).events[0]?.call?.kind).toBe(kind)
  })

  test.for(['BLIK_CODE', 'PBL'] as const)('of %s gives the money back in full', (type) => {
    const command = { ...cancel, givesBack: true }
    expect(ask({ ...sale, instrument: { type } }, command).events[0]).toMatchObject({
      type: 'reversalStarted',
      transaction: { type: 'REVERSAL', status: 'PENDING', amountMinor: 10_000, reference },
      call: { kind: 'refund', reason: 'CANCEL', originalReference: sale.reference, reference },
    })
  })
})

describe('a completed payment is not cancelled', () => {
  const transaction = { ...sale.transactions[0]!, transId: 't2' }
  const refund = {
    refundId: 'r',
    transId: 't',
    amountMinor: 1,
    commandId: 'c',
    createdAt: 0,
    updatedAt: 0,
  }

  test('when it was captured; a capture that failed does not count', () => {
    const withCapture = (status: 'COMPLETED' | 'REJECTED') => ({
      ...sale,
      transactions: [...sale.transactions, { ...transaction, type: 'CAPTURE', status } as const],
    })
    expect(ask(withCapture('COMPLETED'), cancel)).toEqual(refused('capture_exists'))
    expect(ask(withCapture('REJECTED'), cancel).outcome.accepted).toBe(true)
  })

  test('when some of it was or is being refunded; a refund that was refused does not count', () => {
    for (const status of ['PENDING', 'COMPLETED', 'ERROR'] as const)
      expect(ask({ ...sale, refunds: [{ ...refund, status }] }, cancel)).toEqual(
        refused('refund_exists'),
      )
    const free = { ...sale, refunds: [{ ...refund, status: 'REJECTED' } as const] }
    expect(ask(free, cancel).outcome.accepted).toBe(true)
  })

  test('when its batch is closed, by the books or by the database', () => {
    expect(ask({ ...sale, settlementBatch: 'b' }, cancel)).toEqual(
      refused('settlement_in_progress'),
    )
    expect(ask(sale, cancel, { wall: 'batchClosed' })).toEqual(refused('settlement_in_progress'))
  })

  test('when its provider cannot give money back; of banks that was once so of all', () => {
    const none = { ...cancel, givesBack: false }
    for (const type of ['BLIK_CODE', 'PBL'] as const)
      expect(ask({ ...sale, instrument: { type } }, none)).toEqual(
        refused('payment_not_cancellable'),
      )
    expect(ask({ ...sale, instrument: { type: 'PBL' } }, cancel)).toEqual(
      refused('payment_not_cancellable'),
    )
  })

  test('when the balance is short', () => {
    const bank = { ...sale, instrument: { type: 'PBL' } as const }
    expect(ask(bank, { ...cancel, givesBack: true }, { wall: 'balanceShort' })).toEqual(
      refused('insufficient_refund_balance'),
    )
    expect(ask(sale, cancel, { wall: 'balanceShort' })).toEqual(
      refused('insufficient_refund_balance'),
    )
    expect(ask(sale, cancel, { wall: 'orderPaid' }).outcome.accepted).toBe(true)
  })
})
