/** Members that say something about a person or prove something in their name. */
const personal: ReadonlySet<string> = new Set([
  ...['customer', 'device', 'browser', 'ip', 'email', 'phone', 'accountNo', 'description'],
  ...['alias', 'registerAlias', 'vaultRef', 'fingerprint', 'cavv', 'acsSignedContent', 'funding'],
])

/** What others may read of a payment: plain JSON without the members that are about a person. */
export const scrub = <T>(value: T): T => without(JSON.parse(JSON.stringify(value ?? null))) as T

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !personal.has(name))
      .map(([name, inner]) => [name, without(inner)]),
  )
}
