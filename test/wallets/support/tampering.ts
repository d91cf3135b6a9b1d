import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { isLong } from '../../support/run-options.ts'
import type { WalletOutcome } from '../../../src/wallets/wallet-outcome.ts'

/** Reasons are fixed sentences; a long run of digits could only come from a card. */
export const cardData = /\d{6}/

type Open = (token: string) => Promise<WalletOutcome>

/** Every byte in a long run; else every fifth, from another one each time, so that none is left out. */
const STRIDE = isLong ? 1 : 5
const first = () => Math.floor(Math.random() * STRIDE)

/**
 * Flips one bit of a byte, another bit each time. A change must be refused, or (a space in
 * the unsigned frame of the JSON, say) open exactly the same card.
 */
export async function expectEveryFlipRefused(
  bytes: Buffer,
  encode: (bytes: Buffer) => string,
  open: Open,
): Promise<{ harmless: number }> {
  const original = await open(encode(bytes))
  expect(original.type).toBe('opened')
  let harmless = 0
  for (let index = first(); index < bytes.length; index += STRIDE) {
    const changed = Buffer.from(bytes)
    changed[index]! ^= 1 << (index % 8)
    const outcome = await open(encode(changed))
    if (outcome.type === 'invalid') {
      expect(outcome.reason).not.toMatch(cardData)
      continue
    }
    expect(isDeepStrictEqual(outcome, original), `byte ${index} changed the card`).toBe(true)
    harmless++
  }
  return { harmless }
}

export async function expectEveryPrefixRefused(token: string, open: Open): Promise<void> {
  for (let length = first(); length < token.length; length += 7 * STRIDE) {
    expect((await open(token.slice(0, length))).type).toBe('invalid')
  }
}
