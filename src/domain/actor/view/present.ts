/** The members that are there: absent ones are left out of every answer. */
export const present = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

/** RFC 3339, UTC, with milliseconds. */
export const timeOf = (at: number): string => new Date(at).toISOString()
