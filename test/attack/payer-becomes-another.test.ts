import { expect, test } from 'vitest'
import { storeCard } from '../support/checkout.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import { send } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { openMerchant, shop, stack } from '../support/world.ts'

const patchAs = (client: unknown, paymentId: unknown, body: object) =>
  send(`${stack.api}/v1/ecommerce/payment/${String(paymentId)}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${String(client)}` },
    body,
  })

test('a payer may say what is missing, and never replaces the customer', async () => {
  const customer = { email: 'payer@example.com', extCustomerId: 'c-1' }
  const payment = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN', customer })
  const { access_token: client } = await shop.order(payment.paymentId, 'restore')
  const stolen = { email: 'thief@example.com', extCustomerId: 'victim-7', name: 'Pay Er' }
  const refused = await patchAs(client, payment.paymentId, { customer: stolen })
  expectProblem(refused, 403, 'forbidden')
  const taken = await patchAs(client, payment.paymentId, { customer: { name: 'Pay Er' } })
  expect(taken.status, taken.text).toBe(200)
  const { customer: stands } = await shop.read(payment.paymentId)
  expect(stands.email).toBe('p***@example.com')
})

test('the payer of a link by e-mail sees, uses and removes no card of a customer they name', async () => {
  const merchant = await openMerchant({ pageSavedCards: true })
  const victim = { email: 'victim@example.com', extCustomerId: 'victim-7' }
  const number = await storeCard(merchant, 100, { customer: victim })
  const wish = { channel: 'PAYWALL', method: 'UNKNOWN', customer: { email: 'payer@example.com' } }
  const { paymentId, redirectURL } = await merchant.create(wish)
  const page = await openHostedPage(redirectURL)
  // The cookie of the page is a CLIENT token; that of the API belongs to the same link.
  const { access_token: client, redirectURL: link } = await merchant.order(paymentId, 'restore')
  for (const change of [{ extCustomerId: 'victim-7' }, victim])
    expectProblem(await patchAs(client, paymentId, { customer: change }), 403, 'forbidden')
  const reopened = await openHostedPage(String(link))
  for (const shown of [await page.show(), await reopened.show()])
    expect(shown.text).not.toContain('name="card"')
  await patchAs(client, paymentId, { instrument: { type: 'COF', instrumentNo: number } })
  expect(await merchant.reaches(paymentId, 'REJECTED')).toMatchObject({
    rejectCode: 'TOKEN_NOT_USABLE',
  })
  const signedIn = { ...victim, signedIn: true }
  const own = await merchant.create({ ...wish, customer: signedIn })
  expect((await (await openHostedPage(own.redirectURL)).show()).text).toContain('name="card"')
})
