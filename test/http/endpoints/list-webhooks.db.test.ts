import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('200: those of the merchant, oldest first, without a secret', async () => {
  const [first, second] = [await app.create(), await app.create()]
  const { body, text } = await app.get('/webhooks')
  expect(body.webhooks.map(({ webhookId }: { webhookId: string }) => webhookId)).toEqual([
    first.webhookId,
    second.webhookId,
  ])
  expect(text).not.toContain(first.secret)
  expect((await app.get('/webhooks', app.tokens.stranger)).body).toEqual({ webhooks: [] })
  expect((await app.get('/webhooks', app.tokens.agent)).status).toBe(403)
})
