/** Members that say something about a person, or lead to one; money and audit do without them. */
const personal: ReadonlySet<string> = new Set([
  'device',
  'description',
  'vaultRef',
  'fingerprint',
  'alias',
  'registerAlias',
])

/**
 * A payment, or an event of one, without personal data. What the events of a payment fold to without
 * it is the payment without it: the journal still proves the row.
 */
export function withoutPersonalData<T>(value: T): T {
  return scrub(value) as T
}

function scrub(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !personal.has(name))
      .map(([name, inner]) => [name, name === 'customer' ? nobody : scrub(inner)]),
  )
}

const nobody = { email: '' }
