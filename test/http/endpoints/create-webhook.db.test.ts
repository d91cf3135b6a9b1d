import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookApp } from '../support/webhook-app.ts'
import type { WebhookApp } from '../support/webhook-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: WebhookApp
beforeAll(async () => {
  app = await startWebhookApp()
})
afterAll(() => app.close())

test('201: with a secret, from now on, and audited without it', async () => {
  await app.payments.sale()
  const { status, body } = await app.send('POST', '/webhooks', {
    url: 'https://shop.example/hooks',
    types: ['payment.completed', 'payment.completed'],
    description: 'The warehouse',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    url: 'https://shop.example/hooks',
    types: ['payment.completed'],
    description: 'The warehouse',
    status: 'ACTIVE',
    secret: expect.stringMatching(/^[\w-]{43}$/),
  })
  const [entry, ...more] = await app.audit(body.webhookId)
  expect(entry).toMatchObject({ action: 'webhook.create', operator: 'merchant/shop' })
  expect(JSON.stringify(entry)).not.toContain(body.secret)
  expect(more).toEqual([])
  const { rows } = await app.pool.query({
    text: `select position = (select max(position) from notification where merchant_id = 'shop')
             as "isNow" from webhook where webhook_id = $1`,
    values: [body.webhookId],
  })
  expect(rows).toEqual([{ isNow: true }])
})

test('without types it is all of them', async () => {
  expect(await app.create()).toMatchObject({ types: ['*'] })
  expect(await app.create({ types: ['*', 'payment.error'] })).toMatchObject({ types: ['*'] })
})

test.each([
  { url: 'http://169.254.169.254/' },
  { url: 'https://10.0.0.1/hooks' },
  { url: 'https://localhost/hooks' },
  { url: 'https://user:word@shop.example/' },
  { url: 'https://shop.example:5432/' },
  { url: 'shop.example' },
  { url: 'https://shop.example', types: ['no.such'] },
  { url: 'https://shop.example', types: [] },
  { types: ['payment.error'] },
])('400: %o', async (given) => {
  expectProblem(await app.send('POST', '/webhooks', given), 'invalid_request')
})

test('403: an agent', async () => {
  const given = { url: 'https://shop.example' }
  expectProblem(await app.send('POST', '/webhooks', given, app.tokens.agent), 'forbidden')
})

test('409: more than twenty, also when they are asked for at once', async () => {
  const given = { url: 'https://shop.example/hooks' }
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => app.send('POST', '/webhooks', given, app.tokens.stranger)),
  )
  const made = answers.filter(({ status }) => status === 201)
  expect(made).toHaveLength(20)
  for (const refused of answers.filter(({ status }) => status !== 201))
    expectProblem(refused, 'too_many_webhooks')
})
