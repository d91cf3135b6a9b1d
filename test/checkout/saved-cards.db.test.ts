import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'
import { card, startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { tokenizerBody } from '../http/support/tokenizer-app.ts'
import { visa } from '../support/cards.ts'
import { openHostedPage } from '../support/hosted-page.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, { pageSavedCards: true }, { page: true })
})
afterAll(() => app.close())

let count = 0
const newCustomer = () => ({
  email: 'payer@example.com',
  extCustomerId: `c-${String(++count)}`,
  signedIn: true,
})

/** A card that the shop has stored for a customer. */
async function store(customer: object, instrument = card()): Promise<string> {
  const token = await app.token({ resource: 'TOKENIZER' })
  const body = tokenizerBody({ customer, instrument })
  const created = await app.call('POST', '/tokenizer', { token, body })
  expect(created.status).toBe(200)
  return created.body.tokenizerId as string
}

const arrive = async (changes: Record<string, unknown>) => {
  const { paymentId, redirectURL } = await app.page(changes)
  return { paymentId, page: await openHostedPage(app.url + new URL(redirectURL).pathname) }
}

const settle = async (settings: Partial<MerchantSettings>): Promise<void> => {
  const { merchants } = app.services
  const shop = await merchants.find(SHOP.merchantId)
  await merchants.save({ ...shop!, settings: { ...shop!.settings, ...settings } })
}

const handlesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/name="card" value="([^"]+)"/g)].map(([, handle = '']) => handle)),
]

describe('a customer whom the merchant names', () => {
  test('sees the stored cards and pays with one', async () => {
    const customer = newCustomer()
    await store(customer)
    const { page, paymentId } = await arrive({ customer })
    const { text } = await page.show()
    expect(text).toContain('Zapłać kartą Visa •••• 1000')
    expect(text).toContain('ważna do 12/30')
    const [handle = ''] = handlesIn(text)
    await page.post('instrument', { form: 'SAVED', card: handle })
    const payment = app.world.payment(paymentId)
    expect(payment.instrument).toMatchObject({ type: 'COF', cardMask: '400000******1000' })
    expect(statusOfPhase[payment.phase]).toBe('COMPLETED')
  })

  test('sees the expiry that the network has told since, and pays with it', async () => {
    const customer = newCustomer()
    const tokenizerId = await store(customer)
    const renewal = { expDate: '203209', lastFour: '1000', saidAt: 1 }
    await app.tokenizations.take(tokenizerId, { name: 'renew', ...renewal })
    const { page, paymentId } = await arrive({ customer })
    const { text } = await page.show()
    expect(text).toContain('ważna do 09/32')
    await page.post('instrument', { form: 'SAVED', card: handlesIn(text)[0] ?? '' })
    expect(app.world.payment(paymentId).instrument).toMatchObject({ expDate: '203209' })
  })

  test('is asked for the security code where the merchant wants it', async () => {
    const customer = newCustomer()
    await store(customer)
    await settle({ cvvForTokens: true })
    const { page, paymentId } = await arrive({ customer })
    await settle({ cvvForTokens: false })
    const [handle = ''] = handlesIn((await page.show()).text)
    await page.post('instrument', { form: 'SAVED', card: handle })
    expect((await page.show()).text).toContain('data-form="CVV"')
    await page.post('instrument', { form: 'CVV', cvv: '123' })
    expect(statusOfPhase[app.world.payment(paymentId).phase]).toBe('COMPLETED')
  })

  test('removes a card for good, and only that one', async () => {
    const customer = newCustomer()
    await store(customer)
    await store(customer, card({ instrumentNo: visa(101) }))
    const { page } = await arrive({ customer })
    const before = handlesIn((await page.show()).text)
    expect(before).toHaveLength(2)
    const [removed = '', left] = before
    expect((await page.post('forget', { card: removed })).status).toBe(303)
    expect(handlesIn((await page.show()).text)).toEqual([left])
    await page.post('instrument', { form: 'SAVED', card: removed })
    expect((await page.show()).text).toContain('data-form="CARD"')
  })
})

describe('stored cards are shown to nobody else', () => {
  test.for<[string, () => object]>([
    ['another customer of the shop', () => newCustomer()],
    ['a payer whom the shop knows by the address alone', () => ({ email: 'payer@example.com' })],
  ])('%s', async ([, other]) => {
    await store(newCustomer())
    const { page } = await arrive({ customer: other() })
    expect(handlesIn((await page.show()).text)).toEqual([])
  })

  test('a merchant that does not let the page show them', async () => {
    const customer = newCustomer()
    await store(customer)
    await settle({ pageSavedCards: false })
    const { page } = await arrive({ customer })
    expect(handlesIn((await page.show()).text)).toEqual([])
    await settle({ pageSavedCards: true })
  })

  test('a handle of one page does nothing on another, and no number stands in a page', async () => {
    const [customer, thief] = [newCustomer(), newCustomer()]
    const tokenizerId = await store(customer)
    const { text } = await (await arrive({ customer })).page.show()
    const [handle = ''] = handlesIn(text)
    const token = await app.token({ resource: 'TOKENIZER' })
    const { body } = await app.call('GET', `/tokenizer/${tokenizerId}`, { token })
    const { instrumentNo } = body.token as { instrumentNo: string }
    expect(text).not.toContain(instrumentNo)
    expect(text).not.toContain(tokenizerId)
    for (const other of [thief, customer]) {
      const { page, paymentId } = await arrive({ customer: other })
      await page.post('instrument', { form: 'SAVED', card: handle })
      await page.post('forget', { card: handle })
      expect(app.world.payment(paymentId).instrument).toBeUndefined()
    }
    expect(handlesIn((await (await arrive({ customer })).page.show()).text)).toHaveLength(1)
  })
})

test('a description of several things is a list', async () => {
  const description = '2 × Coffee; Mug ;Filter papers'
  const { page } = await arrive({ order: { description } })
  expect((await page.show()).text).toMatch(
    /<ul class="items"[^>]*><li>2 × Coffee<\/li><li>Mug<\/li><li>Filter papers<\/li><\/ul>/,
  )
})
