import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('202: its workflow is asked to send a message', async () => {
  const { webhookId } = await app.create()
  const { status, body } = await app.send('POST', `/webhooks/${webhookId}/test`, {})
  expect(status).toBe(202)
  expect(app.told.at(-1)).toEqual(['test', webhookId, body.eventId])
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { webhookId } = await app.create()
  const answer = await app.send('POST', `/webhooks/${webhookId}/test`, {}, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'webhook_not_found')
  expectProblem(await app.send('POST', '/webhooks/nobody/test', {}), 'webhook_not_found')
})
