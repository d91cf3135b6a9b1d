import { readCsv } from '../../domain/cards/read-csv.ts'
import { isCurrency } from '../../domain/currency.ts'
import { ownerOf } from '../../domain/id.ts'
import { toMinor } from '../../domain/money.ts'
import type { ChargeLine, DisputeLine, SettlementLine } from '../../domain/settlement/settlement.ts'

/** One row of a settlement details report, by the names of its columns. */
type Row = Readonly<Partial<Record<string, string>>>

/** Money of no payment: what a batch is paid out, moved or charged with as a whole. */
const ofNoPayment: ReadonlySet<string> = new Set([
  'MerchantPayout',
  'Balancetransfer',
  'Fee',
  'MiscCosts',
  'DepositCorrection',
  'ReserveAdjustment',
  'InvoiceDeduction',
])

const fees = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)']

/** Throws where it is no such report: nothing of it is settled then. */
export function readReport(csv: string): SettlementLine[] {
  const [head = [], ...rows] = readCsv(csv)
  for (const name of ['Type', 'Merchant Reference', 'Gross Currency', 'Gross Credit (GC)'])
    if (!head.includes(name)) throw new Error(`the report has no column ${name}`)
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells): Row => Object.fromEntries(head.map((name, at) => [name, cells[at]?.trim()])))
    .filter((row) => !ofNoPayment.has(row['Type'] ?? ''))
    .map((row, index) => ({ line: index + 1, ...namesOf(row), ...sumsOf(row) }))
}

/** Gross is what the payer paid; a fee in another currency is no part of it. */
function sumsOf(row: Row): Pick<SettlementLine, 'amountMinor' | 'currency' | 'feeMinor'> {
  const currency = row['Gross Currency'] ?? ''
  const amountMinor =
    minorIn(row['Gross Credit (GC)'], currency) + minorIn(row['Gross Debit (GC)'], currency)
  const isSame = row['Net Currency'] === currency
  const kept = fees.reduce((sum, name) => sum + minorIn(row[name], currency), 0)
  return { amountMinor, currency, ...(isSame && kept > 0 && { feeMinor: kept }) }
}

/** A cell that is empty or nothing is no money; a sum that cannot be is no report. */
function minorIn(text: string | undefined, currency: string): number {
  const plain = (text ?? '').replace(/^-/, '')
  if (/^(0+(\.0+)?)?$/.test(plain)) return 0
  const minor = isCurrency(currency) ? toMinor(plain, currency) : undefined
  if (minor === undefined) throw new Error('the report has a sum that cannot be read')
  return minor
}

type Names =
  | Pick<ChargeLine, 'reference' | 'operation'>
  | Pick<DisputeLine, 'reference' | 'operation' | 'dispute'>

/** A type that nobody knows is a difference with its own word, and no silence. */
function namesOf(row: Row): Names {
  const charge = row['Merchant Reference'] ?? ''
  const own = row['Modification Merchant Reference']
  const type = row['Type'] ?? ''
  switch (type) {
    case 'Settled':
      // A sale is captured by Adyen itself, under a name of its own or none.
      return own && isCapture(own, charge)
        ? { operation: 'capture', reference: own }
        : { operation: 'authorize', reference: charge }
    case 'Refunded':
      return { operation: 'refund', reference: own || `refund-${charge}` }
    case 'Chargeback':
      return disputed(row, 'dispute', 'CHARGEBACK')
    case 'SecondChargeback':
      return disputed(row, 'dispute', 'SECOND_CHARGEBACK')
    case 'ChargebackReversed':
      return disputed(row, 'disputeReversal', 'CHARGEBACK_REVERSED')
    default:
      return {
        operation: 'refund',
        reference: `${type.replace(/\W+/g, '').slice(0, 40)}-${charge}`,
      }
  }
}

/** Of the same payment, and named as a capture of ours. */
const isCapture = (reference: string, charge: string): boolean =>
  ownerOf(reference) === ownerOf(charge) && reference !== charge

/** Under the name by which a message tells of the same move. */
function disputed(row: Row, operation: 'dispute' | 'disputeReversal', eventCode: string): Names {
  const providerRef = row['Modification Reference'] || row['Psp Reference'] || ''
  const at = Date.parse(`${(row['Creation Date'] ?? '').replace(' ', 'T')}Z`)
  return {
    operation,
    reference: `${providerRef}-${eventCode}`,
    dispute: {
      providerRef,
      charge: { reference: row['Merchant Reference'] ?? '' },
      at: Number.isNaN(at) ? 0 : at,
    },
  }
}
