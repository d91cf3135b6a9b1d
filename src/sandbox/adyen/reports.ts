import type { Journal } from '../journal.ts'
import type { Provider } from '../provider.ts'
import type { Amount, Books, Report } from './books.ts'
import type { Notifier } from './create-notifier.ts'
import { adyenError } from './dialect.ts'

interface ReportParts {
  provider: Provider
  journal: Journal
  books: Books
  notifier: Notifier
}

/** What Adyen keeps of a payment, in minor units: its own commission, and what the scheme asks for. */
const COMMISSION = 12
const SCHEME_FEES = 5

const columns = [
  ...['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference'],
  ...['Payment Method', 'Creation Date', 'TimeZone', 'Type', 'Modification Reference'],
  ...['Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)', 'Exchange Rate', 'Net Currency'],
  ...['Net Debit (NC)', 'Net Credit (NC)', 'Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)'],
  ...['Interchange (NC)', 'Modification Merchant Reference', 'Batch Number'],
]
type Row = Record<string, string>

/** Settlement details reports: a payout closes a batch, tells of its file, and has it downloaded. */
export function addReports({ provider, journal, books, notifier }: ReportParts): void {
  provider.get('/reports/download/MerchantAccount/:account/:file', 'settle', ({ params }) => {
    const found = books.reports.all.get(params['file'] ?? '')
    return found && found.account === params['account']
      ? { status: 200, body: {}, text: { type: 'text/csv', text: found.csv } }
      : adyenError(404, 'validation', '000', 'No such report')
  })
  provider.router.post('/simulator/payouts', ({ body }, response) => {
    const { merchantAccount: account = '' } = (body ?? {}) as { merchantAccount?: string }
    const rows = openRows(books, account)
    const batch = books.reports.all.size + 1
    const name = `settlement_detail_report_batch_${String(batch)}.csv`
    const csv = csvOf([...rows.map(({ row }) => row), payout(account)], batch)
    const report: Report = { name, account, csv }
    journal.record(
      books.reports.save(report),
      ...rows.map(({ of }) => books.settled.save({ of })),
      ...notifier.ofReport(report),
    )
    response.json({ name, lines: rows.length })
  })
}

/** All that has moved and stands in no report yet. */
function openRows(books: Books, account: string): { of: string; row: Row }[] {
  const own = [...books.payments.all.values()].filter((one) => one.account === account)
  const done = [...books.modifications.all.values()].filter((one) => one.done)
  const all = own.flatMap((payment) => {
    const { pspReference, reference, amount, captured } = payment
    const changes = done.filter((one) => one.payment === pspReference)
    const capture = changes.find(({ kind }) => kind === 'CAPTURE')
    const backs = changes.filter(({ kind }) => kind === 'REFUND' || kind === 'CANCEL_OR_REFUND')
    const disputes = [...books.disputes.all.values()].filter((one) => one.payment === pspReference)
    const base = rowOf(account, pspReference, reference)
    const settled = {
      of: `settled ${pspReference}`,
      row: {
        ...base,
        ...credit({ ...amount, value: captured }),
        ...(capture && { 'Modification Merchant Reference': capture.reference }),
      },
    }
    return [
      ...(captured > 0 ? [settled] : []),
      ...(captured > 0 ? backs : []).map((one) => ({
        of: `refunded ${one.reference}`,
        row: { ...base, ...debit(one.amount, 'Refunded', one.pspReference, one.reference) },
      })),
      ...disputes.map((one) => ({
        of: `disputed ${one.pspReference}`,
        row: { ...base, ...debit(one.amount, 'Chargeback', one.pspReference, '') },
      })),
    ]
  })
  return all.filter(({ of }) => !books.settled.all.has(of))
}

const rowOf = (account: string, psp: string, reference: string): Row => ({
  'Company Account': 'Tollgate',
  'Merchant Account': account,
  'Psp Reference': psp,
  'Merchant Reference': reference,
  'Payment Method': 'visa',
  TimeZone: 'UTC',
  'Creation Date': new Date().toISOString().replace('T', ' ').slice(0, 19),
})

const credit = ({ value, currency }: Amount): Row => ({
  Type: 'Settled',
  'Gross Currency': currency,
  'Net Currency': currency,
  'Gross Credit (GC)': major(value),
  'Exchange Rate': '1',
  'Net Credit (NC)': major(value - COMMISSION - SCHEME_FEES),
  'Commission (NC)': major(COMMISSION),
  'Scheme Fees (NC)': major(SCHEME_FEES),
})

const debit = ({ value, currency }: Amount, type: string, psp: string, reference: string): Row => ({
  Type: type,
  'Modification Reference': psp,
  'Modification Merchant Reference': reference,
  'Gross Currency': currency,
  'Net Currency': currency,
  'Exchange Rate': '1',
  'Gross Debit (GC)': major(value),
  'Net Debit (NC)': major(value),
})

const payout = (account: string): Row => ({
  'Company Account': 'Tollgate',
  'Merchant Account': account,
  Type: 'MerchantPayout',
  'Net Currency': 'PLN',
  'Net Debit (NC)': '1.00',
})

const major = (value: number): string => (value / 100).toFixed(2)

const csvOf = (rows: readonly Row[], batch: number): string =>
  [columns, ...rows.map((row) => columns.map((name) => cellOf(row, name, batch)))]
    .map((cells) => cells.join(','))
    .join('\r\n')

const cellOf = (row: Row, name: string, batch: number): string =>
  name === 'Batch Number' ? String(batch) : `"${row[name] ?? ''}"`
