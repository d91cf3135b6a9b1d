import pg from 'pg'

/** A row of a table as text, column by column. */
export type Row = Readonly<Record<string, string | null>>

/** The one real thing that copies are made of. */
export interface Original {
  /** When it began, in milliseconds: every moment of a copy is as far from the copy's own beginning. */
  beganAt: number
  /** Texts that are another in each copy, and the SQL for that. */
  marks: Readonly<Record<string, string>>
}

export interface Column {
  name: string
  type: string
}

/**
 * A statement that adds so many copies of these rows to a table: `copies` is a query with a row for each, named
 * `copy`, with its beginning as `copy.at` and `copy.ms`. A column with SQL of its own is not copied.
 */
export function copyingOf(
  original: Original,
  table: string,
  { columns, rows, own = {} }: { columns: Column[]; rows: Row[]; own?: Record<string, string> },
  copies: string,
): string {
  const named = columns.map(({ name }) => `"${name}"`).join(', ')
  const lines = rows.map((row) =>
    columns.map((column) => valueOf(original, column, row)).join(', '),
  )
  const chosen = columns.map(({ name }) => own[name] ?? `line."${name}"`).join(', ')
  return `insert into ${table} (${named}) select ${chosen} from (${copies}) as copy
    cross join lateral (values ${lines.map((line) => `(${line})`).join(',\n')}) as line (${named})`
}

function valueOf(original: Original, { name, type }: Column, row: Row): string {
  const value = row[name] ?? null
  if (value === null) return `null::${type}`
  if (type === 'timestamp with time zone') return momentOf(new Date(value).getTime(), original)
  return `(${textOf(value, original)})::${type}`
}

const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const MILLISECONDS = String.raw`\b1[6-9]\d{11}\b`

/** SQL of a text in which names and moments are those of the copy. */
export function textOf(text: string, original: Original): string {
  const marks = Object.keys(original.marks).sort((a, b) => b.length - a.length)
  const varying = new RegExp([...marks.map(escaped), ISO, MILLISECONDS].join('|'), 'g')
  const pieces: string[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(varying)) {
    if (index > end) pieces.push(pg.escapeLiteral(text.slice(end, index)))
    pieces.push(original.marks[found] ?? timeOf(found, original))
    end = index + found.length
  }
  if (end < text.length) pieces.push(pg.escapeLiteral(text.slice(end)))
  return `'' || ${pieces.length > 0 ? pieces.join(' || ') : `''`}`
}

function timeOf(found: string, original: Original): string {
  if (/^\d+$/.test(found)) return `(copy.ms + ${String(Number(found) - original.beganAt)})`
  const moment = momentOf(new Date(found).getTime(), original)
  return `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const momentOf = (ms: number, { beganAt }: Original): string =>
  `copy.at + interval '${String(ms - beganAt)} ms'`

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
