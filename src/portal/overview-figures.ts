import { toMajor } from '../domain/money.ts'
import type { FigureRow } from '../postgres/portal/figures.ts'

/** How many of those that came to a verdict were approved; undefined when none did. */
export interface Rate {
  name: string
  payments: number
  rate: number | undefined
}

export interface DayOfSales {
  day: string
  sold: number
  refunded: number
}

export interface Overview {
  payments: number
  waiting: number
  holds: number
  rate: number | undefined
  /** By currency, in major units. */
  money: { currency: string; sold: number; refunded: number; held: number }[]
  byMethod: Rate[]
  byOrganization: Rate[]
  /** Of the currency that most payments were in: every day, also those without a sale. */
  days: DayOfSales[]
  currency: string
}

/** What the rows of the database come to. */
export function overviewOf(rows: readonly FigureRow[], days: readonly string[]): Overview {
  const sum = (pick: (row: FigureRow) => number, of = rows) =>
    of.reduce((total, row) => total + pick(row), 0)
  const money = [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    return {
      currency,
      sold: toMajor(
        sum(({ soldMinor }) => soldMinor, own),
        currency,
      ),
      refunded: toMajor(
        sum(({ refundedMinor }) => refundedMinor, own),
        currency,
      ),
      held: toMajor(
        sum(({ heldMinor }) => heldMinor, own),
        currency,
      ),
      count: sum(({ payments }) => payments, own),
    }
  })
  const [most] = [...money].sort((a, b) => b.count - a.count)
  const currency = most?.currency ?? 'PLN'
  const sold = rows.filter((row) => row.currency === currency)
  return {
    payments: sum((row) => row.payments),
    waiting: sum((row) => row.waiting),
    holds: sum((row) => row.holds),
    rate: rateOf(rows),
    money: money.map(({ count: _count, ...shown }) => shown),
    byMethod: ratesBy(rows, ({ method }) => method),
    byOrganization: ratesBy(rows, ({ organization }) => organization),
    days: days.map((day) => {
      const own = sold.filter((row) => row.day === day)
      const total = (pick: (row: FigureRow) => number) => toMajor(sum(pick, own), currency)
      return {
        day,
        sold: total((row) => row.soldMinor),
        refunded: total((row) => row.refundedMinor),
      }
    }),
    currency,
  }
}

function ratesBy(rows: readonly FigureRow[], nameOf: (row: FigureRow) => string | null): Rate[] {
  const names = new Set(rows.flatMap((row) => nameOf(row) ?? []))
  return [...names].sort().map((name) => {
    const own = rows.filter((row) => nameOf(row) === name)
    const payments = own.reduce((total, row) => total + row.payments, 0)
    return { name, payments, rate: rateOf(own) }
  })
}

/** What nobody finished is no verdict. */
function rateOf(rows: readonly FigureRow[]): number | undefined {
  const approved = rows.reduce((total, row) => total + row.approved, 0)
  const declined = rows.reduce((total, row) => total + row.declined, 0)
  return approved + declined === 0 ? undefined : approved / (approved + declined)
}

/** The last so many days in Warsaw, oldest first. */
export function lastDays(count: number, now: number): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' })
  const days = Array.from({ length: count }, (_, back) => format.format(now - back * 86_400_000))
  return [...new Set(days)].reverse()
}
