import { randomBytes } from 'node:crypto'
import { toBase32 } from './base32.ts'

const CODES = 10
const BYTES = 10

/** Ten codes of 80 random bits, each good once in the place of a one-time code. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => grouped(toBase32(randomBytes(BYTES))))

/** As it is kept: whatever somebody leaves out or adds between the letters. */
export const recoveryCodeIn = (text: string): string =>
  grouped(text.toUpperCase().replace(/[^A-Z2-7]/g, ''))

const grouped = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-')
