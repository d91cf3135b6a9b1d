import { createHmac, randomBytes } from 'node:crypto'
import { namesOf } from '../domain/data/data-classes.ts'

const hiddenNames = namesOf('business', 'personal', 'secret', 'card')

/**
 * The same value with every text about a person replaced. Unlike taking it out, this keeps the way
 * that a payment went: what was given is still given, and what was equal is still equal.
 */
export function disguise<T>(value: T, key: Buffer = randomBytes(32)): T {
  return walk(value, false, key) as T
}

function walk(value: unknown, hidden: boolean, key: Buffer): unknown {
  if (typeof value === 'string') return hidden ? pseudonym(value, key) : value
  if (Array.isArray(value)) return value.map((inner) => walk(inner, hidden, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      walk(inner, hidden || hiddenNames.has(name), key),
    ]),
  )
}

/** Keyed with a key that nobody keeps: an address cannot be found again by trying. */
function pseudonym(text: string, key: Buffer): string {
  if (text === '') return text
  const hash = createHmac('sha256', key).update(text).digest('hex').slice(0, 12)
  if (text.includes('@')) return `${hash}@example.com`
  return /^https?:/.test(text) ? `https://example.com/${hash}` : hash
}
