import { z } from 'zod'

/**
 * The body of a request. `null` means absent everywhere, and no body is an empty one; both are dealt
 * with here, once, so that the schemas speak only of values that are there.
 */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => withoutNulls(value ?? {}), schema)

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  )
}
