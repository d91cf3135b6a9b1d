import { organizations } from '../instrument.ts'
import type { BinRow } from './bin-row.ts'
import { BIN_DIGITS, fundings, transfers } from './bin-row.ts'
import { BinOverlap, createBinTable } from './bin-table.ts'
import { readCsv } from './read-csv.ts'
import { present } from '../present.ts'

export interface BinFile {
  rows: BinRow[]
  /** The newest date that the file itself gives, as YYYY-MM-DD. */
  asOf?: string
}

export type BinFileReading = { file: BinFile } | { problems: string[] }

const MOST_PROBLEMS = 20
const known = [
  ...['low', 'high', 'scheme', 'funding', 'issuer', 'country', 'pan_lengths', 'luhn', 'transfer'],
  ...['co_scheme', 'commercial', 'currency', 'source', 'as_of'],
]

/** A whole issuer file, or everything that is wrong with it: a file is never taken in part. */
export function readBinFile(text: string): BinFileReading {
  const [header = [], ...lines] = readCsv(text)
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = ['low', 'high', 'scheme'].filter((name) => !names.includes(name))
  const unknown = names.filter((name) => !known.includes(name))
  if (missing.length > 0) return { problems: [`line 1: no column ${missing.join(', ')}`] }
  if (unknown.length > 0) return { problems: [`line 1: unknown column ${unknown.join(', ')}`] }
  const problems: string[] = []
  const rows: BinRow[] = []
  let asOf: string | undefined
  for (const [index, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const fields = new Map(names.map((name, column) => [name, (cells[column] ?? '').trim()]))
    const row = readRow((name) => fields.get(name) ?? '')
    if (typeof row === 'string') problems.push(`line ${String(index + 2)}: ${row}`)
    else rows.push(row)
    const date = fields.get('as_of') ?? ''
    if (/^\d{4}-\d\d-\d\d$/.test(date) && date > (asOf ?? '')) asOf = date
    if (problems.length >= MOST_PROBLEMS) return { problems: [...problems, 'and perhaps more'] }
  }
  if (problems.length === 0) problems.push(...problemsOfAll(rows))
  return problems.length > 0 ? { problems } : { file: { rows, ...(asOf && { asOf }) } }
}

function problemsOfAll(rows: BinRow[]): string[] {
  if (rows.length === 0) return ['the file has no ranges']
  try {
    createBinTable(rows)
    return []
  } catch (error) {
    if (error instanceof BinOverlap) return [error.message]
    throw error
  }
}

/** One line as a row, or what is wrong with it. */
function readRow(cell: (name: string) => string): BinRow | string {
  const [low, high] = [cell('low'), cell('high') || cell('low')]
  if (![low, high].every((end) => /^\d{6,11}$/.test(end))) return 'low and high need 6 to 11 digits'
  const ends = {
    low: Number(low.padEnd(BIN_DIGITS, '0')),
    high: Number(high.padEnd(BIN_DIGITS, '9')),
  }
  if (ends.high < ends.low) return 'high is below low'
  const organization = organizations.find((one) => one === cell('scheme').toUpperCase())
  if (!organization) return `unknown scheme "${cell('scheme')}": ${organizations.join(', ')}`
  const funding = fundings.find((one) => one === cell('funding').toUpperCase())
  if (!funding && !/^(unknown)?$/i.test(cell('funding')))
    return `unknown funding "${cell('funding')}"`
  const country = cell('country').toUpperCase()
  if (country !== '' && !isCountry(country)) return `unknown country "${country}"`
  const lengths = cell('pan_lengths')
    .split(/[ ;|]+/)
    .filter(Boolean)
    .map(Number)
  if (!lengths.every((length) => length >= 12 && length <= 19))
    return `pan_lengths "${cell('pan_lengths')}" are not lengths from 12 to 19`
  const transfer = transfers.find((one) => one === cell('transfer').toLowerCase())
  if (!transfer && cell('transfer') !== '') return `unknown transfer "${cell('transfer')}"`
  return {
    ...ends,
    organization,
    ...present({ funding }),
    ...(cell('issuer') && { issuer: cell('issuer').slice(0, 200) }),
    ...(country && { country }),
    ...(lengths.length > 0 && { lengths }),
    ...(/^(no|false|0)$/i.test(cell('luhn')) && { hasCheckDigit: false as const }),
    ...present({ transfer }),
  }
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined && !/^(ZZ|X[AB])$/.test(code)
