import { expect, test, vi } from 'vitest'
import { createBearerTokens } from '../../../src/http/auth/bearer-tokens.ts'
import { freshKeyRing } from '../../support/key-ring.ts'

const claims = { merchantId: 'shop', resource: 'UNIVERSAL', credentialsVersion: 1 } as const
const A_DAY_MS = 86_400_000

async function issued() {
  const { keyRing } = await freshKeyRing()
  const clock = { now: Date.now() }
  const now = () => clock.now
  const tokens = createBearerTokens({ keyRing, issuer: 'us', audience: 'sandbox', now })
  const { token } = await tokens.issueMerchant(claims)
  return { keyRing, clock, tokens, token }
}

test('the signature of a token is computed once, however often the token comes', async () => {
  const { tokens, token } = await issued()
  const verify = vi.spyOn(globalThis.crypto.subtle, 'verify')
  for (let count = 0; count < 5; count += 1)
    expect(await tokens.verify(token)).toEqual({ type: 'merchant', ...claims })
  expect(verify).toHaveBeenCalledTimes(1)
  verify.mockRestore()
})

test('a token that was good ends with its time all the same', async () => {
  const { tokens, token, clock } = await issued()
  expect(await tokens.verify(token)).toBeDefined()
  clock.now += A_DAY_MS - 1_000
  expect(await tokens.verify(token)).toBeDefined()
  clock.now += 1_000
  expect(await tokens.verify(token)).toBeUndefined()
})

test('a token that was good ends when its signing key is retired', async () => {
  const { tokens, token, keyRing } = await issued()
  expect(await tokens.verify(token)).toBeDefined()
  vi.spyOn(keyRing, 'refresh').mockReturnValue(false)
  const signing = keyRing.signing.splice(0)
  expect(await tokens.verify(token)).toBeUndefined()
  keyRing.signing.push(...signing)
  expect(await tokens.verify(token)).toBeDefined()
})

test('what resembles a token that was good is verified for itself', async () => {
  const { tokens, token } = await issued()
  expect(await tokens.verify(token)).toBeDefined()
  const [head = '', body = '', signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[3] = (bytes[3] ?? 0) ^ 1
  expect(await tokens.verify(`${head}.${body}.${bytes.toString('base64url')}`)).toBeUndefined()
  expect(await tokens.verify(`${token}=`)).toBeUndefined()
})
