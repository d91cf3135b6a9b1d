/** The time of day to the millisecond; the day stands once at the top. */
export const clock = (at: string | Date): string => new Date(at).toISOString().slice(11, 23)

export const day = (at: string | Date | number): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** How long something took, in the unit a person would use. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${String(Math.round(ms))} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 7_200_000) return `${String(Math.round(ms / 60_000))} min`
  if (ms < 172_800_000) return `${(ms / 3_600_000).toFixed(1)} h`
  return `${(ms / 86_400_000).toFixed(1)} days`
}
