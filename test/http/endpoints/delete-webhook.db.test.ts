import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('204: it and its secrets are gone', async () => {
  const { webhookId } = await app.create()
  const { status, text } = await app.send('DELETE', `/webhooks/${webhookId}`)
  expect([status, text]).toEqual([204, ''])
  expectProblem(await app.get(`/webhooks/${webhookId}`), 'webhook_not_found')
  expectProblem(await app.send('DELETE', `/webhooks/${webhookId}`), 'webhook_not_found')
  const { rows } = await app.pool.query({
    text: 'select 1 from webhook_secret where webhook_id = $1',
    values: [webhookId],
  })
  expect(rows).toEqual([])
  expect((await app.audit(webhookId)).at(-1)).toMatchObject({ action: 'webhook.delete' })
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { webhookId } = await app.create()
  const answer = await app.send('DELETE', `/webhooks/${webhookId}`, undefined, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'webhook_not_found')
  expectProblem(await app.send('DELETE', '/webhooks/nobody', undefined), 'webhook_not_found')
})
