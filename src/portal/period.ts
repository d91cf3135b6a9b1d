/** The days that figures are of, in Warsaw, first and last included. */
export interface Period {
  choice: Choice | 'own'
  from: string
  to: string
  /** Every day, oldest first. */
  days: readonly string[]
}

const choices = { today: 1, week: 7, month: 30, quarter: 90 } as const
export type Choice = keyof typeof choices
export const choicesOfPeriod = Object.keys(choices) as readonly Choice[]

/** As far back as days are counted. */
const MOST_DAYS = 100

/** What an address asks for; whatever is no period is the last 30 days. */
export function periodOf(
  { period, from, to }: Readonly<Record<string, string | undefined>>,
  now: number,
): Period {
  const known = lastDays(MOST_DAYS, now)
  const own = daysBetween(known, from, to)
  if (own) return { choice: 'own', ...own }
  const choice = choicesOfPeriod.find((one) => one === period) ?? 'month'
  const days = known.slice(-choices[choice])
  return { choice, from: days[0] ?? '', to: days.at(-1) ?? '', days }
}

/** Of the days that are known; those before and after them have no figures. */
function daysBetween(known: readonly string[], from = '', to = '') {
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay(from) && !isDay(to)) return undefined
  const days = known.filter((day) => (from === '' || day >= from) && (to === '' || day <= to))
  const [first] = days
  return first === undefined ? undefined : { from: first, to: days.at(-1) ?? first, days }
}

/** The last so many days in Warsaw, oldest first. */
export function lastDays(count: number, now: number): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' })
  const days = Array.from({ length: count }, (_, back) => format.format(now - back * 86_400_000))
  return [...new Set(days)].reverse()
}
