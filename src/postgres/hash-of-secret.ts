import { createHash, randomBytes } from 'node:crypto'

/**
 * As random secrets are kept. Of 256 random bits: nothing slower than one hash is needed. One in two
 * halves, `first.second`, is kept without anybody ever having had both.
 */
export function hashOfSecret(secret: string): Buffer {
  const dot = secret.indexOf('.')
  if (dot < 0) return sha256(secret)
  return hashOfHalves(hashOfFirstHalf(secret.slice(0, dot)), secret.slice(dot + 1))
}

/** Of whoever agrees, who knows the first half by its hash alone. */
export const hashOfHalves = (firstHash: string, second: string): Buffer =>
  sha256(`${firstHash}.${second}`)

export const hashOfFirstHalf = (first: string): string => sha256(first).toString('hex')

export const randomSecret = (): string => randomBytes(32).toString('base64url')

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
