import { expect, test } from 'vitest'
import { NotFoundError, Tollgate, verifyWebhook } from '../../sdk/typescript/src/index.ts'
import type { Operations } from '../../sdk/typescript/src/index.ts'
import { card, visa } from '../support/cards.ts'
import { behind, openMerchant, stack } from '../support/world.ts'

/** A merchant's own program, with a key for everything but keys. */
async function openShop() {
  const merchant = await openMerchant({}, { notified: false })
  const scopes = ['read', 'payments', 'refunds', 'settings']
  const { key } = (await merchant.call('POST', '/api-keys', { name: 'sdk', scopes })).body
  const tollgate = new Tollgate({ baseUrl: stack.api, apiKey: String(key) })
  const body = { ...merchant.body({ amount: 31.07 }), instrument: card(visa(100)) }
  return { tollgate, order: body as Operations['createPayment']['body'] }
}

test.concurrent('a sale from create to refund, followed by its events', async () => {
  const { tollgate, order } = await openShop()
  const made = await tollgate.payments.create(order)
  const types: string[] = []
  const stop = new AbortController()
  for await (const { type } of tollgate.events.follow({}, stop.signal)) {
    types.push(type)
    if (type === 'payment.completed') await tollgate.payments.refund(made.paymentId, { amount: 1 })
    if (type === 'refund.completed') stop.abort()
  }
  expect(types).toEqual([
    'payment.pending',
    'payment.completed',
    'refund.pending',
    'refund.completed',
  ])
  const { balances } = await tollgate.balance.get()
  expect(balances).toMatchObject([{ currency: 'PLN', available: 30.07 }])
  const kinds: string[] = []
  for await (const { kind } of tollgate.balance.entries()) kinds.push(kind)
  expect(kinds).toEqual(['REFUND', 'SALE'])
})

test.concurrent('one key is one payment', async () => {
  const { tollgate, order } = await openShop()
  const extra = { idempotencyKey: 'the-same' }
  const [first, second] = [
    await tollgate.payments.create(order, extra),
    await tollgate.payments.create(order, extra),
  ]
  expect(second.paymentId).toBe(first.paymentId)
  const listed: string[] = []
  for await (const { paymentId } of tollgate.payments.list({ limit: 1 })) listed.push(paymentId)
  expect(listed).toEqual([first.paymentId])
})

test.concurrent('a webhook that it made is verified by it', async () => {
  const { tollgate, order } = await openShop()
  const { secret } = await tollgate.webhooks.create({
    url: `${behind.receiver}/sdk`,
    types: ['payment.completed'],
  })
  const { paymentId } = await tollgate.payments.create(order)
  const [note] = await behind.receives(paymentId, (notes) => notes.length === 1)
  const event = await verifyWebhook({ body: note!.text, headers: note!.headers, secret })
  expect(event).toMatchObject({ paymentId, status: 'COMPLETED', amount: 31.07 })
})

test.concurrent('signing in with the secret, and an error with its class', async () => {
  const { merchantId, secret } = stack.merchants[0]!
  const tollgate = new Tollgate({ baseUrl: stack.api, merchantId, secret })
  await expect(tollgate.payments.get('nothing')).rejects.toBeInstanceOf(NotFoundError)
  const { methods } = await tollgate.call('listMethods', {})
  expect(methods.length).toBeGreaterThan(0)
})
