import { createHash, timingSafeEqual } from 'node:crypto'

export const algorithms = ['sha256', 'sha512'] as const
export type Algorithm = (typeof algorithms)[number]

/** What proves a message: its values and the key that both sides know, never sent itself. */
export interface Sealing {
  sharedKey: string
  algorithm: Algorithm
}

/** Values that are absent or empty take their separator with them. */
export const hashOf = (values: readonly (string | undefined)[], sealing: Sealing): string =>
  digestOf(values, sealing).toString('hex')

/** Compares in constant time, and with nothing but the digest of what was received. */
export function isProven(
  values: readonly (string | undefined)[],
  claimedHex: string | undefined,
  sealing: Sealing,
): boolean {
  const digest = digestOf(values, sealing)
  const claimed = claimedHex?.trim() ?? ''
  return (
    /^[0-9a-f]+$/i.test(claimed) &&
    claimed.length === digest.length * 2 &&
    timingSafeEqual(digest, Buffer.from(claimed, 'hex'))
  )
}

const digestOf = (values: readonly (string | undefined)[], { sharedKey, algorithm }: Sealing) =>
  createHash(algorithm)
    .update([...values.filter((value) => value !== undefined && value !== ''), sharedKey].join('|'))
    .digest()
