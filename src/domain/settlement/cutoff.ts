/** The daily cut-off is a time on the wall in Warsaw, on days of 23 and 25 hours too. */
export const CUTOFF = { hour: 23, timezone: 'Europe/Warsaw' } as const

const HOUR_MS = 3_600_000
const hourThere = new Intl.DateTimeFormat('en-GB', {
  timeZone: CUTOFF.timezone,
  hour: 'numeric',
  hourCycle: 'h23',
})

/** The first cut-off after a moment, in epoch milliseconds. */
export function nextCutoff(after: number): number {
  let at = (Math.floor(after / HOUR_MS) + 1) * HOUR_MS
  while (Number(hourThere.format(at)) !== CUTOFF.hour) at += HOUR_MS
  return at
}
