import { sensitiveNames } from './data-classes.ts'

/**
 * A payment, or an event of one, without what is sensitive. What the events of a payment fold to
 * without it is the payment without it: the journal still proves the row.
 */
export function withoutPersonalData<T>(value: T): T {
  return walk(value, nobody) as T
}

/** What others may read of a payment: plain JSON without the members that are sensitive. */
export const scrub = <T>(value: T): T => walk(JSON.parse(JSON.stringify(value ?? null)), {}) as T

/** A payment has a customer, even when nobody may know who it was. */
const nobody = { customer: { email: '' } }

function walk(value: unknown, instead: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((inner) => walk(inner, instead))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (!sensitiveNames.has(name)) return [[name, walk(inner, instead)]]
      return name in instead ? [[name, instead[name]]] : []
    }),
  )
}
