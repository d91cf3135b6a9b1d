import { createHmac, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A fresh unguessable id of 27 lower-case letters (126 bits). */
export function randomId(): string {
  return toLetters(randomBytes(16))
}

/** The same shape of id, but always the same for the same key and parts. */
export function keyedId(key: KeyObject | Buffer, ...parts: string[]): string {
  // JSON keeps the borders between parts, so ('1', '23') and ('12', '3') differ.
  return toLetters(createHmac('sha256', key).update(JSON.stringify(parts)).digest())
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 27

// Letters only, so that an id can never be taken for a card number. 126 bits is the most
// that 27 letters hold without two values sharing an id.
function toLetters(bytes: Buffer): string {
  const value = BigInt(`0x${bytes.subarray(0, 16).toString('hex')}`) >> 2n
  const digits = value.toString(ALPHABET.length).padStart(LENGTH, '0')
  return Array.from(digits, (digit) => ALPHABET[parseInt(digit, ALPHABET.length)]).join('')
}
