/** The members that are there: absent ones are left out of every answer. */
export const present = <const T extends object>(members: T): Present<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Present<T>

/** A member that may be undefined may be absent, and is never there without a value. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** RFC 3339, UTC, with milliseconds. */
export const timeOf = (at: number): string => new Date(at).toISOString()
