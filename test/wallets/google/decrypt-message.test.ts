import { expect, test } from 'vitest'
import { generateWalletKeys } from '../../../src/wallets/keys.ts'
import { openGooglePay } from '../../../src/wallets/open-google-pay.ts'
import { googleContext, mintGoogleToken, p256 } from '../support/google-wallet.ts'
import type { GoogleOptions } from '../support/google-wallet.ts'

const open = (options: GoogleOptions, context = googleContext) =>
  openGooglePay(mintGoogleToken(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

const flip = (base64: string, index: number): string => {
  const bytes = Buffer.from(base64, 'base64')
  bytes[index]! ^= 1
  return bytes.toString('base64')
}

const noKeyFits = invalid('tag fits none of our keys')

test('a flipped tag is refused although it is signed', async () => {
  const outcome = await open({
    envelope: (envelope) => ({ ...envelope, tag: flip(envelope.tag, 0) }),
  })
  expect(outcome).toEqual(noKeyFits)
})

test('a truncated tag is refused', async () => {
  const outcome = await open({
    envelope: (envelope) => ({
      ...envelope,
      tag: Buffer.from(envelope.tag, 'base64').subarray(0, 16).toString('base64'),
    }),
  })
  expect(outcome).toEqual(noKeyFits)
})

test('a changed ciphertext is refused before it is decrypted', async () => {
  const outcome = await open({
    envelope: (envelope) => ({ ...envelope, encryptedMessage: flip(envelope.encryptedMessage, 0) }),
  })
  expect(outcome).toEqual(noKeyFits)
})

test('a message for another key is refused', async () => {
  expect(await open({ recipient: p256().publicKey })).toEqual(noKeyFits)
  const keys = generateWalletKeys().google
  expect(await open({}, { ...googleContext, keys })).toEqual(noKeyFits)
})

test('an ephemeral key off the curve, compressed or empty is refused', async () => {
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64')
  const compressed = Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 7)]).toString('base64')
  for (const ephemeralPublicKey of [offCurve, compressed]) {
    expect(await open({ envelope: (envelope) => ({ ...envelope, ephemeralPublicKey }) })).toEqual(
      invalid('ephemeral key is not a P-256 point'),
    )
  }
})

test('base64 that is not canonical is refused', async () => {
  const outcome = await open({
    envelope: (envelope) => ({ ...envelope, tag: envelope.tag.replace('=', '') }),
  })
  expect(outcome).toEqual(invalid('tag is not canonical base64'))
})
