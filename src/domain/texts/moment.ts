const FURTHEST_OFFSET_MINUTES = 14 * 60
const FINEST_DECIMALS = 9

/**
 * Why a well-formed time of ISO 8601 cannot be meant; undefined when it can. No clock is further than
 * 14 hours from Greenwich, and the calendar of the database has no year 0.
 */
export function momentProblem(text: string): string | undefined {
  const [, decimals = '', hours = '0', minutes = '0'] =
    /(?:\.(\d+))?(?:Z|[+-](\d\d):?(\d\d))$/.exec(text) ?? []
  if (decimals.length > FINEST_DECIMALS) return 'must have at most nine decimals'
  if (Number(hours) * 60 + Number(minutes) > FURTHEST_OFFSET_MINUTES)
    return 'must be at most 14 hours from UTC'
  const year = new Date(text.replace(/\.\d+/, '')).getUTCFullYear()
  return year >= 1 && year <= 9_999 ? undefined : 'must be of a year from 1 to 9999'
}
