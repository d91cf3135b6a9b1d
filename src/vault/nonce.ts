import { randomBytes } from 'node:crypto'

let prefix = randomBytes(8)
let counter = 0

/**
 * A 96-bit GCM nonce that never repeats under one key: a prefix drawn at start and a counter.
 * Purely random nonces would reach the limit of one key within weeks at full load.
 */
export function nextNonce(): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  nonce.writeUInt32BE(counter, 8)
  counter += 1
  if (counter > 0xffff_ffff) {
    prefix = randomBytes(8)
    counter = 0
  }
  return nonce
}
