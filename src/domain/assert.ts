/** Stops this payment (not the system) when something that cannot happen has happened. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}

export function impossible(value: never): never {
  throw new Error(`broken invariant: unexpected ${JSON.stringify(value)}`)
}
