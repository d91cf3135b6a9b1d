import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('200: how its deliveries go, and never the secret', async () => {
  const { webhookId, secret } = await app.create()
  await app.pool.query({
    text: `insert into webhook_attempt (event_id, webhook_id, at, url, latency_ms, status, problem, answer)
           values ('e_1', $1, now() - interval '1 minute', 'https://shop.example', 9, null, 'refused', null),
                  ('e_1', $1, now(), 'https://shop.example', 12, 500, null, 'no room')`,
    values: [webhookId],
  })
  const { body, text } = await app.get(`/webhooks/${webhookId}`)
  expect(body.lastAttempt).toMatchObject({ eventId: 'e_1', httpStatus: 500, durationMs: 12 })
  expect(body.attempts).toMatchObject([
    { eventId: 'e_1', httpStatus: 500, answered: 'no room' },
    { eventId: 'e_1', problem: 'refused' },
  ])
  expect(text).not.toContain(secret)
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { webhookId } = await app.create()
  const answer = await app.send('GET', `/webhooks/${webhookId}`, undefined, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'webhook_not_found')
  expectProblem(await app.send('GET', '/webhooks/nobody', undefined), 'webhook_not_found')
})
