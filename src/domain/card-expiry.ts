const YEAR_MONTH = /^(20\d{2})(0[1-9]|1[0-2])$/

/** True for a month that exists, written YYYYMM. */
export const isYearMonth = (expDate: string): boolean => YEAR_MONTH.test(expDate)

/** A card is good until the last moment of its month, UTC. */
export function hasExpired(expDate: string, now: number): boolean {
  const [, year, month] = YEAR_MONTH.exec(expDate) ?? []
  return Date.UTC(Number(year), Number(month)) <= now
}
