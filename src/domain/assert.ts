/** Stops this payment (not the system) when something that cannot happen has happened. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}

/** A member that must be there by now. */
export function required<T>(value: T | undefined, what: string): T {
  assert(value !== undefined, `no ${what}`)
  return value
}

export function impossible(value: never): never {
  throw new Error(`broken invariant: unexpected ${JSON.stringify(value)}`)
}
