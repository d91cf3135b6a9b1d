import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'
import { merchantFactsOf } from '../../../src/domain/merchant.ts'
import { methodsLeft } from '../../../src/http/lookups/offered-methods.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const change = (body: object, token = app.tokens.shop) =>
  app.call('PATCH', '/account', { token, body })

describe('200', () => {
  test('what is given changes, the rest stays, and the audit knows', async () => {
    const first = await change({
      redirectURL: 'https://shop.example/thanks',
      notificationURL: 'https://shop.example/notify',
      pageColour: '#0C5F63',
    })
    expect(first.status).toBe(200)
    const { body } = await change({ pageLanguage: 'en', logoURL: 'https://shop.example/logo.svg' })
    expect(body).toMatchObject({
      redirectURL: 'https://shop.example/thanks',
      notificationURL: 'https://shop.example/notify',
      logoURL: 'https://shop.example/logo.svg',
      pageColour: '#0C5F63',
      pageLanguage: 'en',
      name: 'shop',
      holdDays: 30,
    })
    expect((await app.get('/account')).body).toEqual(body)
    const { rows } = await app.pool.query({
      text: `select operator, detail from operator_audit
              where action = 'account.change' and subject = 'shop' order by sequence`,
    })
    expect(rows).toMatchObject([
      { operator: 'merchant/shop', detail: { pageColour: '#0C5F63' } },
      { operator: 'merchant/shop', detail: { pageLanguage: 'en' } },
    ])
  })

  test('the page shows the methods that are chosen, and no others', async () => {
    const id = await app.payments.sale()
    await change({ pageMethods: ['BLIK'] })
    const merchant = await app.services.merchants.find('shop')
    const left = await methodsLeft(app.services, merchant!, await app.payments.read(id))
    expect(left).toEqual(['BLIK'])
  })

  test('links lead to the name that the operator has set for the page, until it is given up', async () => {
    const body = { amount: 10, currency: 'PLN', description: 'A book' }
    const made = await app.call('POST', '/links', { token: app.tokens.shop, body })
    const urlOf = async () => (await app.get(`/links/${String(made.body.linkId)}`)).body.url
    const before = new URL(await urlOf())
    const { merchants } = app.services
    const named = { merchantId: 'shop', kind: 'merchant', name: 'shop' } as const
    await merchants.save({ ...named, settings: { pageHost: 'shop.localhost' } })
    const after = new URL(await urlOf())
    expect([after.hostname, after.port]).toEqual(['shop.localhost', before.port])
    expect((await app.get('/account')).body.pageHost).toBe('shop.localhost')
    expect(merchantFactsOf((await merchants.find('shop'))!).pageHost).toBe('shop.localhost')
    expect((await change({ pageHost: null })).body.pageHost).toBeUndefined()
    expect(await urlOf()).toBe(before.href)
  })

  test('the page shows them in the order that is chosen', async () => {
    const id = await app.payments.sale()
    await change({ pageMethods: ['PBL', 'CARD', 'BLIK'] })
    const merchant = await app.services.merchants.find('shop')
    const left = await methodsLeft(app.services, merchant!, await app.payments.read(id))
    expect(left).toEqual(['PBL', 'CARD', 'BLIK'])
  })

  test('what is null is as if it had never been set', async () => {
    const all = {
      url: 'https://shop.example',
      redirectURL: 'https://shop.example/thanks',
      logoURL: 'https://shop.example/logo.svg',
      pageColour: '#0c5f63',
      pageAttempts: 3,
      notificationURL: 'https://shop.example/notify',
      pageLanguage: 'pl',
      pageMethods: ['BLIK'],
      pageText: 'Ask us: 22 555 01 02',
      pageFont: 'serif',
    }
    expect((await change(all)).body).toMatchObject(all)
    const { body: half } = await change({ logoURL: null, pageMethods: null })
    expect(half).not.toHaveProperty('logoURL')
    expect(half).not.toHaveProperty('pageMethods')
    expect(half).toMatchObject({ url: all.url, pageAttempts: 3 })
    const none = Object.fromEntries(Object.keys(all).map((name) => [name, null]))
    const { status, body } = await change(none)
    expect(status).toBe(200)
    expect(body.pageAttempts).toBe(5)
    for (const name of Object.keys(all).filter((one) => one !== 'pageAttempts'))
      expect(body).not.toHaveProperty(name)
  })

  test('payers return into an app of the merchant once its scheme is registered', async () => {
    const back = { redirectURL: 'myshop://return' }
    expectProblem(await change(back), 'invalid_request')
    expect((await change({ ...back, appLinks: ['myshop'] })).body).toMatchObject({
      ...back,
      appLinks: ['myshop'],
    })
    expectProblem(await change({ appLinks: null }), 'invalid_request')
    const { body } = await change({ appLinks: null, redirectURL: '' })
    expect(body).not.toHaveProperty('appLinks')
    expect(body).not.toHaveProperty('redirectURL')
  })

  test('an address that had answered 410 is used again once it is saved', async () => {
    await app.services.merchants.pauseNotifications('shop', true)
    const { body } = await change({ notificationURL: 'https://shop.example/notify' })
    expect(body.notificationsPaused).toBe(false)
  })
})

test.each([
  { name: 'Another' },
  { holdDays: 1 },
  { methods: ['CARD'] },
  { notificationURL: 'http://169.254.169.254/' },
  { redirectURL: 'javascript:alert(1)' },
  { logoURL: 'http://10.0.0.1/logo.svg' },
  { pageColour: 'red' },
  { pageColour: '#ffee00' },
  { pageColour: '#000;}' },
  { pageLanguage: 'de' },
  { pageText: 'two\nlines' },
  { pageText: 'x'.repeat(201) },
  { pageFont: 'https://fonts.example/a.woff2' },
  { pageHost: 'pay.shop.example' },
  { pageSavedCards: true },
  { pageMethods: [] },
  { pageMethods: ['CASH'] },
  { appLinks: ['javascript'] },
  { appLinks: ['my shop'] },
])('400: %o', async (body) => {
  expectProblem(await change(body), 'invalid_request')
})

test('400: a method that the operator has not allowed', async () => {
  await app.services.merchants.save({
    merchantId: 'other',
    kind: 'merchant',
    name: 'other',
    settings: { methods: ['CARD'] },
  })
  expectProblem(await change({ pageMethods: ['BLIK'] }, app.tokens.stranger), 'invalid_request')
})

test('403: an agent', async () => {
  expectProblem(await change({ pageLanguage: 'pl' }, app.tokens.agent), 'forbidden')
})
