import { expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { shop, stack } from '../support/world.ts'

test('a payer may say what is missing, and never replaces the customer', async () => {
  const customer = { email: 'payer@example.com', extCustomerId: 'c-1' }
  const payment = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN', customer })
  const { access_token: client } = await shop.order(payment.paymentId, 'restore')
  const answer = await send(`${stack.api}/v1/ecommerce/payment/${String(payment.paymentId)}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${String(client)}` },
    body: { customer: { email: 'thief@example.com', extCustomerId: 'victim-7', name: 'Pay Er' } },
  })
  expect(answer.status).toBe(200)
  const { customer: stands } = await shop.read(payment.paymentId)
  expect(stands.email).toBe('p***@example.com')
  expect(JSON.stringify(stands)).not.toContain('victim-7')
})
