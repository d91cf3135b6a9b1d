import type { KeyRing } from '../vault/key-ring.ts'
import { keyedId, randomId } from '../vault/random-id.ts'
import type { Ids } from './services.ts'

export const createIds = (keyRing: Pick<KeyRing, 'ids' | 'bodies'>): Ids => ({
  random: randomId,
  keyed: (...parts) => keyedId(keyRing.ids, ...parts),
  bodyHash: (body) => keyedId(keyRing.bodies, canonical(body)),
})

/** What a payer types once must leave no trace, not even in a hash of the whole body. */
const NEVER_HASHED = new Set(['cvv', 'encCvv', 'code'])

/** The same text for the same content, in whatever order its members came. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    const kept = Object.entries(member).filter(([name]) => !NEVER_HASHED.has(name))
    return Object.fromEntries(kept.sort(([left], [right]) => (left < right ? -1 : 1)))
  })
}
