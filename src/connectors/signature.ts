import { createHmac, timingSafeEqual } from 'node:crypto'

/** The `Signature` header of a provider's message: hex HMAC-SHA256 of the raw body. */
export const verifySignature = (
  rawBody: Buffer,
  header: string | undefined,
  key: string,
): boolean => sameDigest(createHmac('sha256', key).update(rawBody).digest(), header)

/** Compares in constant time a SHA-256 digest with what a stranger claims it to be, in hex. */
export const sameDigest = (digest: Buffer, claimedHex: string | undefined): boolean =>
  claimedHex !== undefined &&
  /^[0-9a-f]{64}$/i.test(claimedHex) &&
  timingSafeEqual(digest, Buffer.from(claimedHex, 'hex'))
