import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateMerchant } from '../../../src/http/endpoints/authenticate-merchant.ts'
import { testEndpoints } from '../support/endpoints.ts'
import { expectProblem } from '../support/problem.ts'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({
    endpoints: [authenticateMerchant, ...testEndpoints],
    environment: { RATE_LIMIT_PER_SECOND: '2' },
  })
  token = await app.token()
})
afterAll(() => app.close())

test('wrong bearers are turned away, without a line in the log, and the right one is served', async () => {
  const forged = `${token.slice(0, -4)}AAAA`
  // Known before somebody spoils the address.
  expect((await app.call('GET', '/thing', { token })).status).toBe(200)
  const lines = app.lines.length
  const answers = []
  for (let at = 0; at < 30; at += 1)
    answers.push(await app.call('GET', '/thing', { token: forged }))
  const away = answers.filter(({ status }) => status === 429)
  expectProblem(away[0]!, 'rate_limited')
  const judged = answers.length - away.length
  expect(judged).toBeLessThan(answers.length)
  expect(app.lines.length - lines).toBe(judged)
  expect((await app.call('GET', '/thing', { token })).status).toBe(200)
})

test.each(['/docs', '/llms-full.txt', '/nothing'])('%s has a limit by address', async (path) => {
  const statuses = []
  for (let at = 0; at < 30; at += 1) statuses.push((await fetch(app.url + path)).status)
  expect(statuses).toContain(429)
})
