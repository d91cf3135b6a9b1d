import { createPublicKey } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticateMerchant } from '../../../src/http/endpoints/authenticate-merchant.ts'
import { createBearerTokens } from '../../../src/http/auth/bearer-tokens.ts'
import { rotate } from '../../../src/vault/key-ring.ts'
import { testEndpoints } from '../support/endpoints.ts'
import { expectProblem } from '../support/problem.ts'
import { AGENT, SHOP, startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
let good: string
beforeAll(async () => {
  app = await startTestApp({ endpoints: [authenticateMerchant, ...testEndpoints] })
  good = await app.token()
})
afterAll(() => app.close())

const read = (token: string) => app.call('GET', '/thing', { token })
const now = () => Math.floor(Date.now() / 1_000)

const claims = (): JWTPayload => ({
  iss: app.services.config.server.publicUrl,
  aud: 'sandbox',
  sub: SHOP.merchantId,
  iat: now(),
  exp: now() + 600,
  jti: 'one',
  merchantId: SHOP.merchantId,
  resource: 'UNIVERSAL',
  credentialsVersion: 2,
})

/** Signed with our own key, so that only what is changed can be the reason of a refusal. */
const signed = (changes: Record<string, unknown> = {}, header: object = {}) => {
  const { kid, privateKey } = app.keyRing.signing[0]!
  return new SignJWT({ ...claims(), ...changes })
    .setProtectedHeader({ alg: 'ES256', typ: 'merchant+jwt', kid, ...header })
    .sign(privateKey)
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const parts = () => good.split('.') as [string, string, string]

const forged: Record<string, () => string | Promise<string>> = {
  'no JWT at all': () => 'x',
  'algorithm none': () => new UnsecuredJWT(claims()).encode(),
  'algorithm nOnE with our header': () =>
    `${part({ alg: 'nOnE', typ: 'merchant+jwt' })}.${part(claims())}.`,
  'HS256 with the public key as secret': () => {
    const { kid, privateKey } = app.keyRing.signing[0]!
    const pem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })
    return new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', typ: 'merchant+jwt', kid })
      .sign(Buffer.from(pem))
  },
  'a kid that climbs': () => signed({}, { kid: '../../../../etc/passwd' }),
  'a kid with SQL': () => signed({}, { kid: "' or 1=1 --" }),
  'no kid': () => signed({}, { kid: undefined }),
  'a key of its own in the header': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const header = { alg: 'ES256', typ: 'merchant+jwt', jwk, jku: 'https://evil.example/keys' }
    return new SignJWT(claims()).setProtectedHeader(header).sign(privateKey)
  },
  'another key under our kid': async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const { kid } = app.keyRing.signing[0]!
    const header = { alg: 'ES256', typ: 'merchant+jwt', kid }
    return new SignJWT(claims()).setProtectedHeader(header).sign(privateKey)
  },
  'an unknown critical extension': () =>
    `${part({ alg: 'ES256', typ: 'merchant+jwt', crit: ['x'], x: 1 })}.${parts()[1]}.${parts()[2]}`,
  'typ JWT': () => signed({}, { typ: 'JWT' }),
  'no typ': () => signed({}, { typ: undefined }),
  'typ client+jwt on a merchant token': () => signed({}, { typ: 'client+jwt' }),
  'another issuer': () => signed({ iss: 'https://evil.example' }),
  'the audience of production': () => signed({ aud: 'production' }),
  expired: () => signed({ iat: now() - 700, exp: now() - 1 }),
  'not valid yet': () => signed({ nbf: now() + 60 }),
  'no exp': () => signed({ exp: undefined }),
  'no jti': () => signed({ jti: undefined }),
  'exp as text': () => signed({ exp: '9999999999' }),
  'another resource': () => signed({ resource: 'EVERYTHING' }),
  'an unknown merchant': () => signed({ merchantId: 'nobody' }),
  'an older version of the credentials': () => signed({ credentialsVersion: 1 }),
  'a stripped signature': () => `${parts()[0]}.${parts()[1]}.`,
  'two parts': () => `${parts()[0]}.${parts()[1]}`,
  'a truncated signature': () => good.slice(0, -4),
  'one changed bit': () => {
    const signature = Buffer.from(parts()[2], 'base64url')
    signature[10]! ^= 1
    return `${parts()[0]}.${parts()[1]}.${signature.toString('base64url')}`
  },
  'other claims under the same signature': () => `${parts()[0]}.${part(claims())}.${parts()[2]}`,
  'five kilobytes': () => `${good}${'A'.repeat(5_000)}`,
}

describe('401', () => {
  test.for(Object.entries(forged))('%s', async ([, forge]) => {
    const answer = await read(await forge())
    expectProblem(answer, 'unauthorized')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('what is signed with our key and nothing changed is taken (so the cases above prove something)', async () => {
    expect((await read(await signed())).status).toBe(200)
  })

  test.for([
    ['nothing', {}],
    ['an empty header', { authorization: '' }],
    ['Basic', { authorization: 'Basic c2hvcDpzZWNyZXQ=' }],
    ['Bearer without a token', { authorization: 'Bearer ' }],
    ['a token without Bearer', { authorization: 'TOKEN' }],
  ] as const)('%s', async ([, headers]) => {
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('TOKEN', good)]),
    )
    expectProblem(await app.call('GET', '/thing', { headers: given }), 'unauthorized')
  })

  test('two Authorization headers, though both are good', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = [
        'Host',
        'x',
        'Authorization',
        `Bearer ${good}`,
        'Authorization',
        `Bearer ${good}`,
      ]
      const options = { port: app.port, path: '/v1/ecommerce/thing', headers }
      httpRequest(options, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(401)
  })

  test('a token of another environment', async () => {
    const { keyRing } = app
    const issuer = app.services.config.server.publicUrl
    const foreign = createBearerTokens({ keyRing, issuer, audience: 'production' })
    const { token } = await foreign.issueMerchant({
      merchantId: SHOP.merchantId,
      resource: 'UNIVERSAL',
      credentialsVersion: 2,
    })
    expectProblem(await read(token), 'unauthorized')
  })
})

describe('tokens end at once', () => {
  const newMerchant = async (merchantId: string) => {
    await app.services.merchants.save({ merchantId, kind: 'merchant', name: merchantId })
    await app.services.merchants.rotateLogin(merchantId, 'first-secret')
    return app.token({ merchant: { merchantId, secret: 'first-secret' } })
  }

  test('when the secret is rotated', async () => {
    const token = await newMerchant('rotating')
    expect((await read(token)).status).toBe(200)
    await app.services.merchants.rotateLogin('rotating', 'second-secret')
    expectProblem(await read(token), 'unauthorized')
    const next = await app.token({ merchant: { merchantId: 'rotating', secret: 'second-secret' } })
    expect((await read(next)).status).toBe(200)
  })

  test('when the merchant is disabled, and they stay so when it comes back', async () => {
    const token = await newMerchant('disabling')
    expect((await read(token)).status).toBe(200)
    await app.services.merchants.setStatus('disabling', 'disabled')
    expectProblem(await read(token), 'unauthorized')
    await app.services.merchants.setStatus('disabling', 'active')
    expectProblem(await read(token), 'unauthorized')
  })

  test('of an agent: when its secret is rotated or its agreement ends', async () => {
    const first = await app.token({ agent: AGENT })
    expect((await read(first)).status).toBe(200)
    await app.services.merchants.rotateLogin(AGENT.merchantId, AGENT.secret)
    expectProblem(await read(first), 'unauthorized')
    const second = await app.token({ agent: AGENT })
    await app.pool.query({ text: 'delete from agreement' })
    expectProblem(await read(second), 'unauthorized')
  })
})

describe('rotated keys', () => {
  test('a token outlives the rotation of the signing key, and new ones use the new key', async () => {
    const { merchantId } = SHOP
    await rotate(app.keysFile, 'signing')
    await new Promise((resolve) => setTimeout(resolve, 1_001))
    app.keyRing.refresh()
    expect((await read(good)).status).toBe(200)
    const next = await app.token()
    expect(next.split('.')[0]).not.toBe(good.split('.')[0])
    expect((await read(next)).status).toBe(200)
    expect((await app.services.bearerTokens.verify(next))?.merchantId).toBe(merchantId)
  })
})
