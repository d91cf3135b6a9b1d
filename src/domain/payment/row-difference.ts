import type { PaymentColumns } from '../ledger-check.ts'
import { columnsOf } from '../ledger-check.ts'
import type { Payment } from './payment.ts'

/** One place where a row says otherwise than its journal. */
export interface RowDifference {
  path: string
  row: string
  journal: string
}

/** All of them. Values are told of what is money or a status: of the rest only that it differs. */
export function rowDifferences(
  { state, ...columns }: PaymentColumns & { state: Payment },
  payment: Payment,
): RowDifference[] {
  const { held: _, ...kept } = state
  const { held: __, ...folded } = payment
  return [...differences(columns, columnsOf(payment), 'row'), ...differences(kept, folded, 'state')]
}

function differences(row: unknown, journal: unknown, path: string): RowDifference[] {
  if (row === journal) return []
  if (!isObject(row) || !isObject(journal)) return [differenceAt(path, row, journal)]
  const names = new Set([...Object.keys(journal), ...Object.keys(row)])
  return [...names].flatMap((name) => differences(row[name], journal[name], `${path}.${name}`))
}

const shown = /(Minor|status|phase|version|currency)$/

const differenceAt = (path: string, row: unknown, journal: unknown): RowDifference =>
  shown.test(path)
    ? { path, row: inWords(row), journal: inWords(journal) }
    : { path, row: 'something else', journal: 'what happened' }

const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
