import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { WalletOutcome } from '../../../src/wallets/wallet-outcome.ts'

/** Reasons are fixed sentences; a long run of digits could only come from a card. */
export const cardData = /\d{6}/

type Open = (token: string) => Promise<WalletOutcome>

/**
 * Flips one bit of every byte, another bit each time. A change must be refused, or (a space in
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
  for (let index = 0; index < bytes.length; index++) {
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
  for (let length = 0; length < token.length; length += 7) {
    expect((await open(token.slice(0, length))).type).toBe('invalid')
  }
}
