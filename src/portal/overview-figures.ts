import { toMajor } from '../domain/money.ts'
import type { FigureRow } from '../postgres/portal/figures.ts'

/** How many of those that came to a verdict were approved; what nobody finished came to none. */
export interface Verdicts {
  approved: number
  judged: number
}

export interface Rate extends Verdicts {
  name: string
  payments: number
}

export interface DayOfSales {
  day: string
  sold: number
  refunded: number
}

export interface Overview extends Verdicts {
  payments: number
  waiting: number
  holds: number
  /** By currency, in major units. */
  money: { currency: string; sold: number; refunded: number; held: number }[]
  byMethod: Rate[]
  byOrganization: Rate[]
  /** Of the currency that most payments were in: every day, also those without a sale. */
  days: DayOfSales[]
  currency: string
}

/** What the rows of the database come to, of those days. */
export function overviewOf(all: readonly FigureRow[], days: readonly string[]): Overview {
  const wanted = new Set(days)
  const rows = all.filter(({ day }) => wanted.has(day))
  const money = moneyOf(rows)
  const [most] = [...money].sort((a, b) => b.count - a.count)
  const currency = most?.currency ?? 'PLN'
  const inCurrency = rows.filter((row) => row.currency === currency)
  return {
    payments: sum(rows, 'payments'),
    waiting: sum(rows, 'waiting'),
    holds: sum(rows, 'holds'),
    ...verdictsOf(rows),
    money: money.map(({ count: _count, ...shown }) => shown),
    byMethod: ratesBy(rows, ({ method }) => method),
    byOrganization: ratesBy(rows, ({ organization }) => organization),
    days: days.map((day) => salesOf(day, inCurrency, currency)),
    currency,
  }
}

type Figure = {
  [Name in keyof FigureRow]: FigureRow[Name] extends number ? Name : never
}[keyof FigureRow]

const sum = (rows: readonly FigureRow[], figure: Figure): number =>
  rows.reduce((total, row) => total + row[figure], 0)

const moneyOf = (rows: readonly FigureRow[]) =>
  [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    return {
      currency,
      sold: toMajor(sum(own, 'soldMinor'), currency),
      refunded: toMajor(sum(own, 'refundedMinor'), currency),
      held: toMajor(sum(own, 'heldMinor'), currency),
      count: sum(own, 'payments'),
    }
  })

function salesOf(day: string, rows: readonly FigureRow[], currency: FigureRow['currency']) {
  const own = rows.filter((row) => row.day === day)
  return {
    day,
    sold: toMajor(sum(own, 'soldMinor'), currency),
    refunded: toMajor(sum(own, 'refundedMinor'), currency),
  }
}

function ratesBy(rows: readonly FigureRow[], nameOf: (row: FigureRow) => string | null): Rate[] {
  const names = new Set(rows.flatMap((row) => nameOf(row) ?? []))
  return [...names].sort().map((name) => {
    const own = rows.filter((row) => nameOf(row) === name)
    return { name, payments: sum(own, 'payments'), ...verdictsOf(own) }
  })
}

function verdictsOf(rows: readonly FigureRow[]): Verdicts {
  const approved = sum(rows, 'approved')
  return { approved, judged: approved + sum(rows, 'declined') }
}
