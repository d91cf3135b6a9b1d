/** What a merchant wants to be paid, under a key of its own. */
export interface Order {
  number: number
  key: string
  amountMinor: number
}

/** One taking of an order's money, as the books of who took it have it. */
export interface Taking {
  state: 'paid' | 'refused' | 'open'
  amountMinor: number
}

const verdicts = ['right', 'unknown', 'wrong', 'double', 'unpaid'] as const
export type Verdict = (typeof verdicts)[number]
export type Aftermath = Record<Verdict, number>

/** How many orders came out in which way. */
export function aftermathOf(all: readonly Verdict[]): Aftermath {
  const count = (verdict: Verdict) => all.filter((one) => one === verdict).length
  return Object.fromEntries(
    verdicts.map((verdict) => [verdict, count(verdict)]),
  ) as unknown as Aftermath
}

/**
 * Right is paid once and in full. What was said to be paid and is in no book is as unknown as what is
 * open; what was not said to be, and is not, can be ordered again without harm.
 */
export function verdictOf(
  order: Order,
  takings: readonly Taking[],
  wasSaidToBePaid: boolean,
): Verdict {
  const paid = takings.filter(({ state }) => state === 'paid')
  if (paid.length > 1) return 'double'
  if (paid.some(({ amountMinor }) => amountMinor !== order.amountMinor)) return 'wrong'
  if (takings.some(({ state }) => state === 'open')) return 'unknown'
  if (paid.length === 1) return 'right'
  return wasSaidToBePaid ? 'unknown' : 'unpaid'
}
