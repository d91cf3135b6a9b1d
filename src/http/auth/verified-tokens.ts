import { createHash } from 'node:crypto'
import { keepNewest } from '../../process/keep-newest.ts'

const MAX_KEPT = 10_000

/** A token whose signature and claims were found good. */
interface Verified<T> {
  token: T
  kid: string
  expiresAt: number
}

/**
 * Remembers what was verified, by hash and until it expires: a merchant sends the same token with each
 * request of a day, and a signature costs more than all else that is checked. What ends a token before
 * its time (another secret, a disabled merchant, a retired key) is not remembered here.
 */
export function createVerifiedTokens<T extends object>(now: () => number) {
  const kept = new Map<string, Verified<T>>()
  return {
    find: (text: string): Verified<T> | undefined => {
      const found = kept.get(hashOf(text))
      return found && found.expiresAt > now() ? found : undefined
    },
    keep: (text: string, verified: Verified<T>): void => {
      const frozen = { ...verified, token: Object.freeze(verified.token) }
      keepNewest(kept, MAX_KEPT, [hashOf(text), frozen])
    },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
