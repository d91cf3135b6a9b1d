import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticateMerchant } from '../../../src/http/endpoints/authenticate-merchant.ts'
import { testEndpoints } from '../support/endpoints.ts'
import { expectProblem } from '../support/problem.ts'
import { OTHER, startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    endpoints: [authenticateMerchant, ...testEndpoints],
    environment: { RATE_LIMIT_PER_SECOND: '5' },
  })
})
afterAll(() => app.close())

const burst = (token: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.call('GET', '/thing', { token })))

describe('429', () => {
  test('more requests than the limit are told when to come again; others are not held back', async () => {
    const [shop, other] = [await app.token(), await app.token({ merchant: OTHER })]
    const answers = await burst(shop, 20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    const [first] = refused
    expectProblem(first!, 'rate_limited')
    expect(first!.headers.get('retry-after')).toBe('1')
    expect(first!.headers.get('ratelimit-policy')).toBe('"default";q=5;w=1')
    expect(first!.headers.get('ratelimit')).toBe('"default";r=0;t=1')
    expect((await app.call('GET', '/thing', { token: other })).status).toBe(200)
  })

  test('a merchant may have a limit of its own', async () => {
    const settings = { rateLimit: 50 }
    await app.services.merchants.save({
      merchantId: 'big',
      kind: 'merchant',
      name: 'Big',
      settings,
    })
    await app.services.merchants.rotateLogin('big', 'secret')
    const answers = await burst(
      await app.token({ merchant: { merchantId: 'big', secret: 'secret' } }),
      20,
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"default";q=50;w=1')
  })
})
