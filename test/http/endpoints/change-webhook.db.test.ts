import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('200: what is given changes, the rest stays, and its workflow hears of it', async () => {
  const { webhookId } = await app.create({ types: ['payment.error'], description: 'One' })
  const path = `/webhooks/${webhookId}`
  const { body } = await app.send('PATCH', path, { url: 'https://shop.example/new' })
  expect(body).toMatchObject({ url: 'https://shop.example/new', types: ['payment.error'] })
  expect(app.told).toContainEqual(['changed', webhookId])
  expect((await app.send('PATCH', path, { types: ['*'] })).body).toMatchObject({
    types: ['*'],
    description: 'One',
  })
  expect((await app.send('PATCH', path, { status: 'DISABLED' })).body.status).toBe('DISABLED')
  expect((await app.audit(webhookId)).map(({ action }) => action)).toEqual([
    'webhook.create',
    'webhook.change',
    'webhook.change',
    'webhook.change',
  ])
})

test('one that had failed starts afresh at the event it stopped at', async () => {
  const { webhookId } = await app.create()
  await app.pool.query({
    text: `update webhook set status = 'DISABLED', position = 7, attempts = 9, failing_since = now(),
             next_attempt_at = now() + interval '8 hours', warned_at = now() where webhook_id = $1`,
    values: [webhookId],
  })
  await app.send('PATCH', `/webhooks/${webhookId}`, { status: 'ACTIVE' })
  const { rows } = await app.pool.query({
    text: `select status, position, attempts, next_attempt_at, failing_since, warned_at
             from webhook where webhook_id = $1`,
    values: [webhookId],
  })
  expect(rows).toEqual([
    {
      status: 'ACTIVE',
      position: 7,
      attempts: 0,
      next_attempt_at: null,
      failing_since: null,
      warned_at: null,
    },
  ])
})

test('400: an address of our own network', async () => {
  const { webhookId } = await app.create()
  const answer = await app.send('PATCH', `/webhooks/${webhookId}`, { url: 'https://10.0.0.1/' })
  expectProblem(answer, 'invalid_request')
})

test('400: to send again what is older than 30 days', async () => {
  const { webhookId } = await app.create()
  const since = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
  const send = (days: number) =>
    app.send('PATCH', `/webhooks/${webhookId}`, { resendSince: since(days) })
  expect((await send(29)).status).toBe(200)
  expectProblem(await send(31), 'invalid_request')
  expect((await app.audit(webhookId)).at(-1)).toMatchObject({
    detail: { resendSince: expect.any(String) },
  })
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { webhookId } = await app.create()
  const answer = await app.send('PATCH', `/webhooks/${webhookId}`, {}, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'webhook_not_found')
  expectProblem(await app.send('PATCH', '/webhooks/nobody', {}), 'webhook_not_found')
})
