import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('200: another secret; the one before is valid for a day, the one before that is gone', async () => {
  const { webhookId, secret } = await app.create()
  const path = `/webhooks/${webhookId}`
  const rotate = async () => (await app.send('POST', `${path}/rotate`, {})).body.secret as string
  const second = await rotate()
  const third = await rotate()
  expect(new Set([secret, second, third]).size).toBe(3)
  const slots = await app.pool.query({
    text: 'select slot, valid_until from webhook_secret where webhook_id = $1 order by slot',
    values: [webhookId],
  })
  expect(slots.rows).toMatchObject([{ slot: 1, valid_until: null }, { slot: 2 }])
  const { previousSecretUntil } = (await app.get(path)).body
  expect(Date.parse(previousSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  const audit = await app.audit(webhookId)
  expect(audit.map(({ action }) => action)).toEqual([
    'webhook.create',
    'webhook.rotate',
    'webhook.rotate',
  ])
  expect(JSON.stringify(audit)).not.toContain(second)
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { webhookId } = await app.create()
  const answer = await app.send('POST', `/webhooks/${webhookId}/rotate`, {}, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'webhook_not_found')
  expectProblem(await app.send('POST', '/webhooks/nobody/rotate', {}), 'webhook_not_found')
})
