import { beforeAll, describe, expect, test } from 'vitest'
import { meaningsOf } from '../../src/portal/pages/search.tsx'
import { startListedApp } from '../http/support/listed-payments.ts'
import { OTHER, SHOP } from '../http/support/test-app.ts'
import { usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

const world = usePortal(startListedApp)
let support: TestBrowser
let stranger: TestBrowser
let paymentId: string
const order = { amountMinor: 123_45, currency: 'PLN', extOrderId: 'order 77/2026' } as const
const customer = { email: 'zofia@example.com' }

beforeAll(async () => {
  const { app, portal } = world
  support = (await portal.enter(SHOP.merchantId, 'sam', 'support')).browser
  stranger = (await portal.enter(OTHER.merchantId, 'eve', 'owner')).browser
  paymentId = await app.payments.sale({ order, customer })
  await app.payments.sale()
  app.services.payments.find = (id) => app.payments.read(id)
})

const find = (text: string, browser = support) =>
  browser.get(`/portal/search?q=${encodeURIComponent(text)}`)

describe('one box', () => {
  test.each([
    ['the order number', () => order.extOrderId],
    ['the id of the payment', () => paymentId],
    ['the amount as it is written in Poland', () => '123,45'],
    ['the e-mail of the payer', () => 'Zofia@example.com'],
  ])('opens the only payment by %s', async (_what, text) => {
    expect((await find(text())).location).toBe(`/portal/payments/${paymentId}`)
  })

  test('lists several, each a link', async () => {
    const { status, text } = await find('1000')
    const cards = await world.app.get('/payments?cardMask=1000')
    expect(status).toBe(200)
    for (const one of cards.body.payments)
      expect(text).toContain(`href="/portal/payments/${String(one.paymentId)}"`)
  })

  test('says what to do when there is none', async () => {
    const { status, text } = await find('no such order')
    expect(status).toBe(200)
    expect(text).toContain('Check it for slips')
    expect(text).toContain('value="no such order"')
  })

  test("finds nothing of another merchant's", async () => {
    for (const text of [order.extOrderId, paymentId, '123,45', customer.email])
      expect((await find(text, stranger)).text).toContain('Check it for slips')
  })

  test('stands on every page', async () => {
    for (const path of ['', '/payments', '/links', '/events'])
      expect((await support.get(`/portal${path}`)).text).toContain('role="search"')
  })

  test('writes back what was typed as text', async () => {
    expect((await find('"><script>')).text).not.toContain('<script>')
  })
})

test('a text is asked for as all that it may be, and as nothing else', () => {
  const now = Date.parse('2026-11-18T00:00:00Z')
  expect(meaningsOf('1000', now)).toEqual([
    { extOrderId: '1000' },
    { cardMask: '1000' },
    { amountFrom: '1000', amountTo: '1000', createdFrom: '2026-10-18T00:00:00.000Z' },
  ])
  expect(meaningsOf('a@b.pl')).toEqual([{ email: 'a@b.pl' }])
  expect(meaningsOf('order-1')).toEqual([{ extOrderId: 'order-1' }])
})

describe('files', () => {
  test('have what the filter of the page means', async () => {
    const query = `extOrderId=${encodeURIComponent(order.extOrderId)}`
    expect((await support.get(`/portal/payments?${query}`)).text).toContain(
      '/portal/payments.csv?extOrderId=order+77%2F2026',
    )
    const { text, headers } = await support.get(`/portal/payments.csv?${query}`)
    expect(headers.get('content-disposition')).toMatch(/filename="payments-[\d-]+\.csv"/)
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(text).toContain(paymentId)
  })

  test('of refunds are by day', async () => {
    await world.app.payments.command(paymentId, { name: 'refund', amountMinor: 100 })
    expect((await support.get('/portal/refunds.csv')).text).toContain(`,1.00,PLN,${paymentId},`)
    const none = await support.get('/portal/refunds.csv?createdTo=2020-01-01')
    expect(none.text).not.toContain(paymentId)
  })
})
