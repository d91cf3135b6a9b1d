import { describe, expect, test } from 'vitest'
import { openApplePay } from '../../src/wallets/open-apple-pay.ts'
import { openClickToPay } from '../../src/wallets/open-click-to-pay.ts'
import { openGooglePay } from '../../src/wallets/open-google-pay.ts'
import { appleContext, mintAppleToken } from './support/apple-wallet.ts'
import { clickToPayContext, mintCheckout } from './support/click-to-pay-system.ts'
import { googleContext, mintGoogleToken } from './support/google-wallet.ts'
import { expectEveryFlipRefused, expectEveryPrefixRefused } from './support/tampering.ts'

const slow = { timeout: 300_000 }
const asText = (bytes: Buffer) => bytes.toString('latin1')
const asBase64 = (bytes: Buffer) => bytes.toString('base64')
const none = { harmless: 0 }

describe('Google Pay', () => {
  const open = (token: string) => openGooglePay(token, googleContext)
  const token = mintGoogleToken()

  test('no flipped bit of the base64 text opens', slow, async () => {
    expect(await expectEveryFlipRefused(Buffer.from(token), asText, open)).toEqual(none)
  })

  test('no flipped bit of the JSON opens', slow, async () => {
    const json = Buffer.from(token, 'base64')
    expect(await expectEveryFlipRefused(json, asBase64, open)).toEqual(none)
  })

  test('no beginning of a token opens', slow, () => expectEveryPrefixRefused(token, open))
})

describe('Apple Pay', () => {
  const open = (token: string) => openApplePay(token, appleContext)
  const token = mintAppleToken()
  const json = Buffer.from(token, 'base64')
  const { signature } = JSON.parse(json.toString()) as { signature: string }
  const [before = '', after = ''] = json.toString().split(signature)

  test('no flipped bit of the JSON around the signature opens', slow, async () => {
    const encode = (frame: Buffer) => {
      const text = frame.toString('latin1')
      const whole = text.slice(0, before.length) + signature + text.slice(before.length)
      return Buffer.from(whole, 'latin1').toString('base64')
    }
    const frame = Buffer.from(before + after)
    expect(await expectEveryFlipRefused(frame, encode, open)).toEqual(none)
  })

  test('no flipped bit of the signature opens', slow, async () => {
    const encode = (bytes: Buffer) =>
      Buffer.from(before + bytes.toString('base64') + after).toString('base64')
    const bytes = Buffer.from(signature, 'base64')
    expect(await expectEveryFlipRefused(bytes, encode, open)).toEqual(none)
  })

  test('no beginning of a token opens', slow, () => expectEveryPrefixRefused(token, open))
})

describe('Click to Pay', () => {
  const open = (payload: string) => openClickToPay(payload, clickToPayContext)

  test('no flipped bit opens', slow, async () => {
    const bytes = Buffer.from(await mintCheckout())
    expect(await expectEveryFlipRefused(bytes, asText, open)).toEqual(none)
  })

  test('no beginning of a payload opens', slow, async () => {
    await expectEveryPrefixRefused(await mintCheckout(), open)
  })
})
