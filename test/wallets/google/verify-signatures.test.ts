import { expect, test } from 'vitest'
import { openGooglePay } from '../../../src/wallets/open-google-pay.ts'
import {
  googleContext,
  mintGoogleToken,
  nowMs,
  p256,
  spkiBase64,
} from '../support/google-wallet.ts'
import type { GoogleOptions } from '../support/google-wallet.ts'

const open = (options: GoogleOptions, context = googleContext) =>
  openGooglePay(mintGoogleToken(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

const untrusted = invalid('intermediate key is not signed by a trusted root')

test('an intermediate key signed by another root is refused', async () => {
  expect(await open({ root: p256().privateKey })).toEqual(untrusted)
})

test('without roots nothing opens', async () => {
  expect(await open({}, { ...googleContext, roots: { ECv2: [] } })).toEqual(untrusted)
})

test('a root is believed until it expires, and no moment longer', async () => {
  const under = (keyExpirationMs: number) => {
    const [root] = googleContext.roots.ECv2
    const roots = { ECv2: [{ keyValue: root!.keyValue, keyExpirationMs }] }
    return open({}, { ...googleContext, roots })
  }
  expect(await under(nowMs + 1)).toMatchObject({ type: 'opened' })
  expect(await under(nowMs)).toEqual(untrusted)
})

test('an intermediate key without a signature is refused', async () => {
  const outcome = await open({
    token: (token) => ({
      ...token,
      intermediateSigningKey: { ...token.intermediateSigningKey, signatures: [] },
    }),
  })
  expect(outcome).toEqual(untrusted)
})

test('an intermediate key changed after it was signed is refused', async () => {
  const outcome = await open({
    token: (token) => ({
      ...token,
      intermediateSigningKey: {
        ...token.intermediateSigningKey,
        signedKey: token.intermediateSigningKey.signedKey.replace('keyExp', ' keyExp'),
      },
    }),
  })
  expect(outcome).toEqual(untrusted)
})

test('more signatures than Google has roots are not even tried', async () => {
  const strangeSignatures = Array.from({ length: 8 }, () => 'AAAA')
  expect(await open({ strangeSignatures })).toEqual(
    invalid('token has a missing or malformed field'),
  )
})

test('an expired intermediate key is refused, from the very millisecond', async () => {
  const expired = invalid('intermediate key has expired')
  expect(await open({ signedKey: { keyExpiration: String(nowMs) } })).toEqual(expired)
  expect((await open({ signedKey: { keyExpiration: String(nowMs + 1) } })).type).toBe('opened')
})

test('an intermediate key without a readable expiry is refused', async () => {
  for (const keyExpiration of ['', 'never', '1e99', '-1', 1879409613939]) {
    expect(await open({ signedKey: { keyExpiration } })).toEqual(
      invalid('intermediate key has a missing or malformed field'),
    )
  }
})

test('an intermediate key that is no P-256 key is refused', async () => {
  expect(await open({ signedKey: { keyValue: 'AAAA' } })).toEqual(
    invalid('intermediate key is malformed'),
  )
})

test('a message signed by another key is refused', async () => {
  const keyValue = spkiBase64(p256().publicKey)
  expect(await open({ signedKey: { keyValue } })).toEqual(invalid('message signature is wrong'))
})

test('a message changed after it was signed is refused', async () => {
  const outcome = await open({
    token: (token) => ({ ...token, signedMessage: `${token.signedMessage} ` }),
  })
  expect(outcome).toEqual(invalid('message signature is wrong'))
})

test('a message signed for another recipient is refused', async () => {
  for (const recipientId of ['gateway:other', 'merchant:tollgate', '']) {
    expect(await open({ recipientId })).toEqual(invalid('message signature is wrong'))
  }
})

test('another sender is refused', async () => {
  expect(await open({ senderId: 'Goggle' })).toEqual(untrusted)
})

test('parts of two good tokens do not mix', async () => {
  const other = JSON.parse(
    Buffer.from(mintGoogleToken({ message: { messageId: 'message-2' } }), 'base64').toString(),
  )
  for (const field of ['signature', 'signedMessage'] as const) {
    const outcome = await open({ token: (own) => ({ ...own, [field]: other[field] }) })
    expect(outcome).toEqual(invalid('message signature is wrong'))
  }
})
