import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { many } from '../../../src/postgres/db.ts'
import { expectProblem } from '../support/problem.ts'
import { AGENT, OTHER, SHOP, startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const auth = (body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/auth', { body, headers })
const shop = (changes: object = {}) => ({
  resource: 'PAYMENT',
  channel: 'WEBAPI',
  secret: SHOP.secret,
  merchant: { merchantId: SHOP.merchantId },
  ...changes,
})

describe('200', () => {
  test.for([
    ['PAYMENT', 600],
    ['TOKENIZER', 600],
    ['UNIVERSAL', 86_400],
  ] as const)('a token for %s lives %i seconds', async ([resource, seconds]) => {
    const { status, body, headers } = await auth(shop({ resource }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: seconds,
      resource,
      channel: 'WEBAPI',
    })
    expect(headers.get('content-type')).toBe('application/json;charset=utf-8')
    const claims = decodeJwt(body.access_token)
    expect(claims.exp! - claims.iat!).toBe(seconds)
    expect(claims).toMatchObject({ sub: SHOP.merchantId, aud: 'sandbox', merchantId: 'shop' })
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({
      alg: 'ES256',
      typ: 'merchant+jwt',
    })
  })

  test('without a resource the token is for payments', async () => {
    expect((await auth(shop({ resource: undefined }))).body.resource).toBe('PAYMENT')
  })

  test.for([[{}], [null], [{ email: null }], [{ email: 'payer@example.com' }]])(
    'a customer %j is fine',
    async ([customer]) => {
      expect((await auth(shop({ customer }))).status).toBe(200)
    },
  )

  test('UNIVERSAL needs no channel', async () => {
    const answer = await auth(shop({ resource: 'UNIVERSAL', channel: null }))
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('channel')
  })

  test('an agent with an agreement logs in with its own secret', async () => {
    const { status, body } = await auth(
      shop({ secret: AGENT.secret, agent: { merchantId: AGENT.merchantId } }),
    )
    expect(status).toBe(200)
    expect(decodeJwt(body.access_token)).toMatchObject({ merchantId: 'shop', agentId: 'agent' })
  })

  test('an Idempotency-Key is ignored: each call gives a token of its own', async () => {
    const headers = { 'idempotency-key': 'one' }
    const [first, second] = [await auth(shop(), headers), await auth(shop(), headers)]
    expect(first.body.access_token).not.toBe(second.body.access_token)
    expect(second.headers.get('idempotent-replayed')).toBeNull()
  })
})

describe('400', () => {
  test('names every field that is wrong', async () => {
    const answer = await auth({ resource: 'ALL', merchant: {} })
    expectProblem(answer, 'invalid_request')
    const fields = answer.body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(expect.arrayContaining(['resource', 'secret', 'merchant.merchantId']))
  })

  test.for(['PAYMENT', 'TOKENIZER'])('%s needs a channel', async (resource) => {
    const answer = await auth(shop({ resource, channel: undefined }))
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'channel' })])
  })
})

describe('401', () => {
  test('a wrong secret and an unknown merchant get one and the same answer', async () => {
    const wrong = await auth(shop({ secret: 'nope' }))
    const unknown = await auth(shop({ merchant: { merchantId: 'nobody' } }))
    expectProblem(wrong, 'invalid_credentials')
    expectProblem(unknown, 'invalid_credentials')
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test("the merchant's secret is not the agent's", async () => {
    const answer = await auth(shop({ agent: { merchantId: AGENT.merchantId } }))
    expectProblem(answer, 'invalid_credentials')
  })

  test('an agent is not a merchant', async () => {
    const answer = await auth({ ...shop(), secret: AGENT.secret, merchant: AGENT })
    expectProblem(answer, 'invalid_credentials')
  })

  test('a disabled merchant cannot log in', async () => {
    await app.services.merchants.save({ merchantId: 'gone', kind: 'merchant', name: 'Gone' })
    await app.services.merchants.rotateLogin('gone', 'its-secret')
    await app.services.merchants.setStatus('gone', 'disabled')
    const answer = await auth(shop({ merchant: { merchantId: 'gone' }, secret: 'its-secret' }))
    expectProblem(answer, 'invalid_credentials')
  })
})

describe('403', () => {
  test.for([OTHER.merchantId, 'nobody'])(
    'an agent without an agreement with %s learns nothing more',
    async (merchantId) => {
      const body = shop({ merchant: { merchantId }, agent: AGENT, secret: AGENT.secret })
      expectProblem(await auth(body), 'agent_without_agreement')
    },
  )
})

describe('429', () => {
  const newMerchant = async (merchantId: string) => {
    await app.services.merchants.save({ merchantId, kind: 'merchant', name: 'G' })
    await app.services.merchants.rotateLogin(merchantId, 'right')
    return (secret: string) => auth(shop({ merchant: { merchantId }, secret }))
  }

  test('wrong secrets are slowed down, the right one always works', async () => {
    const attempt = await newMerchant('guessed')
    for (let count = 0; count < 5; count += 1)
      expectProblem(await attempt('wrong'), 'invalid_credentials')
    const answer = await attempt('wrong')
    expectProblem(answer, 'rate_limited')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await attempt('right')).status).toBe(200)
  })

  test('a burst of wrong ones does not slip through together', async () => {
    const attempt = await newMerchant('stormed')
    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt('wrong')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
    expect((await attempt('right')).status).toBe(200)
  })

  test('however many ids are tried, the rows that count them are bounded', async () => {
    for (let count = 0; count < 300; count += 1)
      await app.services.authFailures.add(`nobody-${String(count)}`, `10.0.0.${String(count % 3)}`)
    const rows = await many<{ key: string }>(app.pool, 'select key from auth_failure', [])
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.every(({ key }) => /^(?:pair|merchant|address):\d{1,4}$/.test(key))).toBe(true)
  })
})
