import { describe, expect, test } from 'vitest'
import { readReport } from '../../../src/connectors/adyen/report.ts'

const columns = [
  ...['Psp Reference', 'Merchant Reference', 'Creation Date', 'Type', 'Modification Reference'],
  ...['Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)', 'Net Currency'],
  ...['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'],
  'Modification Merchant Reference',
]

const reportOf = (...rows: Record<string, string>[]) =>
  [columns, ...rows.map((row) => columns.map((name) => `"${row[name] ?? ''}"`))]
    .map((cells) => cells.join(','))
    .join('\r\n')

const sale = {
  'Merchant Reference': 'pay-auth-1',
  Type: 'Settled',
  'Gross Currency': 'PLN',
  'Gross Credit (GC)': '99.99',
  'Net Currency': 'PLN',
  'Psp Reference': 'PSP1',
}
const fees = { 'Commission (NC)': '0.12', 'Scheme Fees (NC)': '0.05', 'Interchange (NC)': '0.00' }

describe('a settlement details report', () => {
  test('names a sale by its charge and a capture by its own name, with what Adyen keeps', () => {
    const capture = { ...sale, 'Modification Merchant Reference': 'pay-capture-1' }
    expect(readReport(reportOf({ ...sale, ...fees }, capture))).toEqual([
      {
        line: 1,
        operation: 'authorize',
        reference: 'pay-auth-1',
        amountMinor: 9_999,
        currency: 'PLN',
        feeMinor: 17,
      },
      {
        line: 2,
        operation: 'capture',
        reference: 'pay-capture-1',
        amountMinor: 9_999,
        currency: 'PLN',
      },
    ])
  })

  test('names a sale by its charge, whatever Adyen calls the capture of its own', () => {
    const sold = { ...sale, 'Modification Merchant Reference': 'AUTOCAPTURE' }
    const [line] = readReport(reportOf(sold))
    expect(line).toMatchObject({ operation: 'authorize', reference: 'pay-auth-1' })
  })

  test('that was paid out in another currency keeps the payer’s sum, and calls no fee by it', () => {
    const row = { ...sale, ...fees, 'Net Currency': 'EUR' }
    const [line] = readReport(reportOf(row))
    expect(line).toMatchObject({ amountMinor: 9_999, currency: 'PLN' })
    expect(line).not.toHaveProperty('feeMinor')
  })

  test('tells of refunds and disputes under the names that messages tell of them by', () => {
    const back = { 'Gross Credit (GC)': '', 'Gross Debit (GC)': '40.00' }
    const refund = { ...sale, ...back, Type: 'Refunded', 'Modification Merchant Reference': 'r1' }
    const moved = { ...sale, ...back, 'Modification Reference': 'DSP1' }
    const at = { 'Creation Date': '2026-01-02 03:04:05' }
    const lines = readReport(
      reportOf(
        refund,
        { ...moved, ...at, Type: 'Chargeback' },
        { ...moved, Type: 'ChargebackReversed' },
      ),
    )
    expect(lines[0]).toMatchObject({ operation: 'refund', reference: 'r1', amountMinor: 4_000 })
    expect(lines[1]).toMatchObject({
      operation: 'dispute',
      reference: 'DSP1-CHARGEBACK',
      amountMinor: 4_000,
      dispute: {
        providerRef: 'DSP1',
        charge: { reference: 'pay-auth-1' },
        at: Date.UTC(2026, 0, 2, 3, 4, 5),
      },
    })
    expect(lines[2]).toMatchObject({
      operation: 'disputeReversal',
      reference: 'DSP1-CHARGEBACK_REVERSED',
    })
  })

  test('leaves out what is of no payment, and calls what it does not know by its own word', () => {
    const other = { ...sale, Type: 'RefundedReversed' }
    const lines = readReport(reportOf({ Type: 'MerchantPayout' }, { Type: 'Fee' }, other))
    expect(lines).toMatchObject([{ line: 1, reference: 'RefundedReversed-pay-auth-1' }])
  })

  test.each([
    ['without its columns', 'Type,Amount\r\nSettled,1'],
    ['with a sum that is none', reportOf({ ...sale, 'Gross Credit (GC)': '1,5' })],
    ['in a currency that is none', reportOf({ ...sale, 'Gross Currency': 'XXQ' })],
    ['that is a page', '<html></html>'],
  ])('%s settles nothing', (_, csv) => {
    expect(() => readReport(csv)).toThrow(/report/)
  })
})
