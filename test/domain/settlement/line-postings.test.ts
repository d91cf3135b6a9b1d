import { describe, expect, test } from 'vitest'
import type { MerchantFacts } from '../../../src/domain/actor/merchant-facts.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { linePostings } from '../../../src/domain/settlement/line-postings.ts'
import type { ChargeLine, LineOutcome } from '../../../src/domain/settlement/settlement.ts'
import { lineDifferences } from '../../../src/domain/settlement/settlement.ts'
import { createCommand, Story } from '../payment/support.ts'

const { merchant } = createCommand()
const byProvider: MerchantFacts = { ...merchant, bookedByProvider: true }
const card = (facts = byProvider): Payment => Story.completed({ merchant: facts }).state
const blik = (facts = byProvider): Payment =>
  Story.of({
    merchant: facts,
    method: 'BLIK',
    instrument: { type: 'BLIK_CODE', secretOwner: 'api' },
  }).answer({ type: 'paid' }).state
const throughAccount = (facts = byProvider): Payment => ({ ...card(facts), via: 'stripe/main' })

const sale: ChargeLine = {
  line: 1,
  reference: 'r',
  operation: 'authorize',
  amountMinor: 10_000,
  currency: 'PLN',
}
const refund: ChargeLine = { ...sale, operation: 'refund', amountMinor: 4_000 }

const moved = (
  line: ChargeLine,
  batchId: string,
  outcome: LineOutcome,
  payment: Payment | undefined,
) => linePostings(line, batchId, outcome, payment).map((one) => [one.account, one.amountMinor])

describe('beside its payment', () => {
  test('the line of a sale moves nothing but what the provider keeps', () => {
    expect(moved(sale, 'b', 'settled', card())).toEqual([])
    expect(moved({ ...sale, feeMinor: 90 }, 'b', 'settled', card())).toEqual([
      ['acquirer/costs', -90],
      ['bank', 90],
    ])
  })

  test('the line of a refund moves what the provider keeps back for it, and its fee', () => {
    expect(moved({ ...refund, feeMinor: 25 }, 'b', 'matched', card())).toEqual([
      ['acquirer/receivable', -4_000],
      ['bank', 4_000],
      ['acquirer/costs', -25],
      ['bank', 25],
    ])
  })

  test('money that came and went back leaves the provider owing nothing', () => {
    const [came, went] = [sale, { ...sale, operation: 'refund' } as const].map((line) =>
      moved(line, 'blik/b', 'returned', blik()),
    )
    expect(came).toEqual([
      ['blik/receivable', 10_000],
      ['bank', -10_000],
    ])
    expect(went).toEqual([
      ['blik/receivable', -10_000],
      ['bank', 10_000],
    ])
  })

  test('the fee for sending money back is booked too', () => {
    const fee = { ...sale, operation: 'refund', feeMinor: 7 } as const
    expect(moved(fee, 'blik/b', 'returned', blik())).toContainEqual(['blik/costs', -7])
  })

  test.for(lineDifferences)('a line that is a difference (%s) moves nothing', (outcome) => {
    expect(moved({ ...sale, feeMinor: 90 }, 'b', outcome, card())).toEqual([])
  })

  test('a line of a payment that nobody knows moves nothing', () => {
    expect(moved(sale, 'b', 'unknown_reference', undefined)).toEqual([])
    expect(moved(sale, 'b', 'settled', undefined)).toEqual([])
  })
})

describe('the account that a refund is kept back from', () => {
  test('is where the sale stands: with the provider of the payment', () => {
    expect(moved(refund, 'blik/b', 'matched', blik())[0]).toEqual(['blik/receivable', -4_000])
    expect(moved(refund, 'stripe/main/shop/po_1', 'matched', throughAccount())[0]).toEqual([
      'stripe/main/shop/receivable',
      -4_000,
    ])
  })

  test("is the acquirer's for earlier payments, whoever refunded", () => {
    const before = ['acquirer/receivable', -4_000]
    expect(moved(refund, 'blik/b', 'matched', blik(merchant))[0]).toEqual(before)
    expect(moved(refund, 'blik/b', 'returned', blik(merchant))[0]).toEqual(before)
    expect(moved(refund, 'stripe/main/shop/po_1', 'matched', throughAccount(merchant))[0]).toEqual(
      before,
    )
  })

  test('of an attempt that was undone is the one that was asked, wherever the payment is now', () => {
    expect(moved(sale, 'sandbox/first/shop/d', 'returned', throughAccount())[0]).toEqual([
      'sandbox/first/shop/receivable',
      10_000,
    ])
  })
})
