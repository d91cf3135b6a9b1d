import { createHash, timingSafeEqual } from 'node:crypto'

/** What a message signs, in the order of its sign. */
export type Signed = Readonly<Record<string, unknown>>

/** SHA-384 of the members as JSON without blanks, with the CRC key behind them; the key is never sent. */
export const signOf = (members: Signed, crc: string): string =>
  digestOf(members, crc).toString('hex')

/** Compares in constant time, with every key that may have signed it. */
export const isSigned = (members: Signed, claimed: unknown, crcs: readonly string[]): boolean =>
  typeof claimed === 'string' &&
  /^[0-9a-f]{96}$/i.test(claimed) &&
  crcs.some((crc) => timingSafeEqual(digestOf(members, crc), Buffer.from(claimed, 'hex')))

const digestOf = (members: Signed, crc: string): Buffer =>
  createHash('sha384')
    .update(JSON.stringify({ ...members, crc }))
    .digest()
