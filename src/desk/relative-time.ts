const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `3 min ago`, `in 29 d`. */
export function distance(at: number, now: number): string {
  const seconds = Math.round(Math.abs(now - at) / 1000)
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['s', 1]
  const length = `${String(Math.floor(seconds / size))} ${unit}`
  return at > now ? `in ${length}` : `${length} ago`
}

/** `2026-11-15T07:37:41.805Z (3 min ago)`: what the clock said, and what that is now. */
export const timeAndDistance = (at: number, now: number): string =>
  `${new Date(at).toISOString()} (${distance(at, now)})`
