import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openApplePay } from '../../src/wallets/open-apple-pay.ts'
import { openClickToPay } from '../../src/wallets/open-click-to-pay.ts'
import { openGooglePay } from '../../src/wallets/open-google-pay.ts'
import { appleContext, mintAppleToken } from './support/apple-wallet.ts'
import { clickToPayContext, mintCheckout } from './support/click-to-pay-system.ts'
import { googleContext, mintGoogleToken } from './support/google-wallet.ts'
import { cardData } from './support/tampering.ts'

const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const fromBase64 = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString())

const wallets = {
  'Google Pay': {
    open: (token: string) => openGooglePay(token, googleContext),
    token: fromBase64(mintGoogleToken()),
    encode: toBase64,
  },
  'Apple Pay': {
    open: (token: string) => openApplePay(token, appleContext),
    token: fromBase64(mintAppleToken()),
    encode: toBase64,
  },
  'Click to Pay': {
    open: (token: string) => openClickToPay(token, clickToPayContext),
    token: await mintCheckout(),
    encode: (value: unknown) => (typeof value === 'string' ? value : toBase64(value)),
  },
}

const runs = { numRuns: 150 }

describe.each(Object.entries(wallets))('%s', (_name, { open, token, encode }) => {
  const expectRefused = async (text: string) => {
    const outcome = await open(text)
    expect(outcome.type).toBe('invalid')
    if (outcome.type === 'invalid') expect(outcome.reason).not.toMatch(cardData)
  }

  test('any text is refused without a throw', () =>
    fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), expectRefused), runs))

  test('any bytes in base64 are refused without a throw', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (bytes) =>
        expectRefused(Buffer.from(bytes).toString('base64')),
      ),
      runs,
    ))

  test('any JSON is refused without a throw', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), (value) => expectRefused(encode(value))),
      runs,
    ))

  test('any value in place of a part of a good token is refused without a throw', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(), fc.jsonValue(), async (choice, value) => {
        const paths = pathsOf(token)
        const path = paths[choice % paths.length]!
        await expectRefused(encode(replaceAt(token, path, value)))
      }),
      runs,
    ))

  test('deep nesting is refused without a throw', async () => {
    await expectRefused(Buffer.from('['.repeat(48_000)).toString('base64'))
    await expectRefused(encode({ ...Object(token), signature: nestedSequences(10_000) }))
  })
})

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, replacement)
  return copy
}

/** ASN.1 sequences of indefinite length, each inside the last. */
function nestedSequences(depth: number): string {
  return Buffer.concat([
    Buffer.from('3080'.repeat(depth), 'hex'),
    Buffer.alloc(2 * depth),
  ]).toString('base64')
}
