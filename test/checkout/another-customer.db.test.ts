import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'
import { card, startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { expectProblem } from '../http/support/problem.ts'
import { AGENT, SHOP } from '../http/support/test-app.ts'
import { tokenizerBody } from '../http/support/tokenizer-app.ts'
import { openHostedPage } from '../support/hosted-page.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, { pageSavedCards: true }, { page: true })
})
afterAll(() => app.close())

let count = 0
const newVictim = () => {
  count += 1
  return { email: `victim-${String(count)}@example.com`, extCustomerId: `victim-${String(count)}` }
}
const payer = { email: 'payer@example.com' }

/** A card that the shop has stored for a customer, and the number that it is paid with. */
async function store(customer: object, changes: object = {}): Promise<Record<string, string>> {
  const token = await app.token({ resource: 'TOKENIZER' })
  const body = tokenizerBody({ customer, instrument: card(), ...changes })
  const { body: created } = await app.call('POST', '/tokenizer', { token, body })
  const read = await app.call('GET', `/tokenizer/${String(created.tokenizerId)}`, { token })
  return read.body.token as Record<string, string>
}

const asPayer = (client: string) => (method: string, path: string, body: unknown) =>
  app.call(method, `/payment/${path}`, { token: client, body })

const pageOf = async (redirectURL: string) =>
  (await openHostedPage(app.url + new URL(redirectURL).pathname)).show()

const SAVED = 'name="card" value='

test("a cookie of one payment, planted at another's address, opens nothing", async () => {
  const [own, other] = [await app.page({ customer: payer }), await app.page({ customer: payer })]
  const link = (url: string) => app.url + new URL(url).pathname
  const opened = await fetch(link(own.redirectURL), { redirect: 'manual' })
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const at = (id: string) => fetch(`${app.url}/pay/p/${id}`, { headers: { cookie } })
  expect(cookie).not.toBe('')
  expect((await at(own.paymentId)).status).toBe(200)
  const planted = await at(other.paymentId)
  expect(planted.status).not.toBe(200)
  expect(await planted.text()).not.toContain('name="csrf"')
})

describe('a payer never says who the customer is', () => {
  test.for<[string, object]>([
    ["the merchant's id of the customer", { extCustomerId: 'victim-7' }],
    ['the address', { email: 'victim@example.com' }],
    ['the address that stands already', payer],
    ["the customer's account with the merchant", { extAccountNo: 'victim-7' }],
    ['what the merchant knows of the customer', { history: { purchasesSixMonths: 900 } }],
    ['that the customer is signed in', { signedIn: true, email: 'payer@example.com' }],
  ])('%s', async ([, customer]) => {
    const { paymentId, client } = await app.page({ customer: payer })
    const before = app.world.payment(paymentId).customer
    const answer = await asPayer(client)('PATCH', paymentId, { customer })
    expectProblem(answer, 'forbidden')
    expect(app.world.payment(paymentId).customer).toEqual(before)
  })

  test('says what the merchant has not said of them, and replaces nothing', async () => {
    const { paymentId, client } = await app.page({ customer: { ...payer, name: 'Pay Er' } })
    const customer = {
      name: 'Th Ief',
      billing: { city: 'Łódź' },
      phone: { phoneNo: '+48600100200' },
    }
    expect((await asPayer(client)('PATCH', paymentId, { customer })).status).toBe(200)
    expect(app.world.payment(paymentId).customer).toEqual({
      ...payer,
      name: 'Pay Er',
      phone: '48 600100200',
      billing: { city: 'Łódź' },
    })
  })

  test('the page takes nothing of the customer from its forms', async () => {
    const { paymentId, redirectURL } = await app.page({ customer: payer })
    const page = await openHostedPage(app.url + new URL(redirectURL).pathname)
    const customer = { extCustomerId: 'victim-7', 'customer[extCustomerId]': 'victim-7' }
    await page.post('instrument', { form: 'DEVICE', signedIn: 'true', ...customer })
    expect(app.world.payment(paymentId).customer).toEqual(payer)
  })
})

describe('a payer pays with no card of somebody else', () => {
  const doors: [string, (path: string, instrument: object) => [string, string, object]][] = [
    ['PUT', (id, instrument) => ['PUT', `${id}/instrument`, instrument]],
    ['PATCH', (id, instrument) => ['PATCH', id, { instrument }]],
    ['PATCH of the instrument', (id, instrument) => ['PATCH', `${id}/instrument`, instrument]],
  ]

  test.for(doors)('not by its number: %s', async ([, door]) => {
    const victim = newVictim()
    const { instrumentNo } = await store(victim)
    const { paymentId, client } = await app.page({ customer: payer })
    const instrument = { type: 'COF', instrumentNo, cvv: '123' }
    const { body } = await asPayer(client)(...door(paymentId, instrument))
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'TOKEN_NOT_USABLE' })
    const own = await app.page({ customer: victim })
    await asPayer(own.client)(...door(own.paymentId, instrument))
    expect(statusOfPhase[app.world.payment(own.paymentId).phase]).toBe('COMPLETED')
  })

  test('not by the reference of a network', async () => {
    const victim = newVictim()
    const { instrumentRef } = await store(victim, { kind: 'NETWORK' })
    const instrument = { type: 'VTS', instrumentRef }
    const { paymentId, client } = await app.page({ customer: payer })
    const { body } = await asPayer(client)('PUT', `${paymentId}/instrument`, instrument)
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'TOKEN_NOT_USABLE' })
    const own = await app.page({ customer: victim })
    await asPayer(own.client)('PUT', `${own.paymentId}/instrument`, instrument)
    expect(app.world.payment(own.paymentId).instrument).toMatchObject({ tokenUsable: true })
  })

  test('not with one that was stored for nobody', async () => {
    const { instrumentNo } = await store({})
    const { paymentId, client } = await app.page({ customer: payer })
    const instrument = { type: 'COF', instrumentNo, cvv: '123' }
    const { body } = await asPayer(client)('PUT', `${paymentId}/instrument`, instrument)
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'TOKEN_NOT_USABLE' })
  })

  test.for(['BLIK_UID', 'BLIK_PAYID'])('not by an alias of theirs: %s', async (type) => {
    const { paymentId, client } = await app.page({ customer: payer })
    const instrument = { type, alias: 'victim-7' }
    const answer = await asPayer(client)('PUT', `${paymentId}/instrument`, instrument)
    expectProblem(answer, 'forbidden')
    expect(app.world.payment(paymentId).instrument).toBeUndefined()
  })
})

describe("stored cards stand on the page by the merchant's word alone", () => {
  const arrive = async (changes: object) => app.page({ ...changes })

  test('that it has signed the customer in', async () => {
    const victim = newVictim()
    await store(victim)
    const unsaid = await arrive({ customer: victim })
    expect((await pageOf(unsaid.redirectURL)).text).not.toContain(SAVED)
    const said = await arrive({ customer: { ...victim, signedIn: true } })
    expect((await pageOf(said.redirectURL)).text).toContain(SAVED)
  })

  test('which needs a name of the customer', async () => {
    expectProblem(await app.create({ customer: { ...payer, signedIn: true } }), 'invalid_request')
  })

  test('of the link that it was given with, and of no later one', async () => {
    const victim = newVictim()
    await store(victim)
    const { paymentId } = await arrive({ customer: { ...victim, signedIn: true } })
    const { body } = await app.at('POST', `${paymentId}/restore`, {})
    expect((await pageOf(String(body.redirectURL))).text).not.toContain(SAVED)
    const cancelled = await arrive({ customer: { ...victim, signedIn: true } })
    await app.at('POST', `${cancelled.paymentId}/cancel`, {})
    const retried = await app.at('POST', `${cancelled.paymentId}/retry`, {})
    expect((await pageOf(String(retried.body.redirectURL))).text).not.toContain(SAVED)
  })

  test('and of no other customer whom it names afterwards', async () => {
    const [victim, other] = [newVictim(), newVictim()]
    await store(victim)
    const { paymentId, redirectURL } = await arrive({ customer: { ...other, signedIn: true } })
    const { extCustomerId } = victim
    await app.at('PATCH', paymentId, { customer: { extCustomerId } })
    expect((await pageOf(redirectURL)).text).not.toContain(SAVED)
  })

  test('never of cards that were stored without the agent who sells', async () => {
    const victim = newVictim()
    await store(victim)
    const agent = { merchantId: AGENT.merchantId }
    const merchant = { merchantId: SHOP.merchantId }
    const customer = { ...victim, signedIn: true }
    const { redirectURL } = await arrive({ agent, merchant, customer })
    expect((await pageOf(redirectURL)).text).not.toContain(SAVED)
  })
})
