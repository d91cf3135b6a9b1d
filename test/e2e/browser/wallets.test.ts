import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { picture } from '../../support/browser.ts'
import { arrive, heading, payByCard } from '../../support/checkout.ts'
import { visa } from '../../support/cards.ts'
import { behind, shop } from '../../support/world.ts'

const GOOGLE = 'https://pay.google.com/gp/p/js/pay.js'
const APPLE = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js'

/** Stands for what a wallet serves; everything else of it stays out of reach. */
async function serve(page: Page, src: string, body: string | undefined): Promise<void> {
  await page.route(`${new URL(src).origin}/**`, (route) =>
    body !== undefined && route.request().url() === src
      ? route.fulfill({ contentType: 'text/javascript', body })
      : route.abort(),
  )
}

const googleScript = (token: string): string => `
  window.google = { payments: { api: { PaymentsClient: class {
    constructor({ environment }) { if (environment !== 'TEST') throw new Error(environment) }
    isReadyToPay({ apiVersion }) { return Promise.resolve({ result: apiVersion === 2 }) }
    loadPaymentData({ transactionInfo, allowedPaymentMethods }) {
      document.documentElement.dataset.asked = transactionInfo.totalPrice + ' ' +
        allowedPaymentMethods[0].tokenizationSpecification.parameters.gateway
      const token = new TextDecoder().decode(
        Uint8Array.from(atob(${JSON.stringify(token)}), (one) => one.charCodeAt(0)))
      return Promise.resolve({ paymentMethodData: { tokenizationData: { token } } })
    }
  } } } }`

const appleScript = (token: string): string => `
  window.ApplePaySession = class {
    static STATUS_SUCCESS = 0
    static canMakePayments() { return true }
    constructor(version, order) { this.order = order }
    begin() { this.onvalidatemerchant({}) }
    abort() {}
    completeMerchantValidation(session) {
      document.documentElement.dataset.asked =
        this.order.total.amount + ' ' + typeof session.merchantSessionIdentifier
      const paymentData = JSON.parse(atob(${JSON.stringify(token)}))
      this.onpaymentauthorized({ payment: { token: { paymentData } } })
    }
    completePayment() {}
  }`

/** Nothing that the page's policy forbids was tried. */
function watchPolicy(page: Page): string[] {
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  return broken
}

test.each([
  ['gpay', 'Google Pay', GOOGLE, 'google', googleScript, '99.99 tollgate'],
  ['apay', 'Apple Pay', APPLE, 'apple', appleScript, '99.99 string'],
] as const)(
  '%s: its own script runs on its own page, and the payment completes',
  async (path, name, src, wallet, script, asked) => {
    const { page, payment } = await arrive()
    const broken = watchPolicy(page)
    const order = { merchantId: shop.merchantId, amount: 99.99 }
    await serve(page, src, script(await behind.mint(wallet, order)))
    await page.goto(`${page.url()}/wallet/${path}`)
    const button = page.getByRole('button', { name: `Pay with ${name}` })
    await button.waitFor()
    await picture(page, `wallet-${path}`)
    const wasAsked = page.waitForFunction(() => document.documentElement.dataset.asked)
    await Promise.all([
      wasAsked.then(async (value) => expect(await value.jsonValue()).toBe(asked)),
      button.click(),
    ])
    await heading(page, 'Payment successful')
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
    expect(broken).toEqual([])
  },
)

/** Reads the payment page with the payer's cookie: itself, and through other answers of our host. */
const hostileScript = `
  const home = location.pathname.replace(/\\/wallet.*/, '')
  const asset = document.querySelector('script[src*="/pay/assets/"]').getAttribute('src')
  const read = (window) => window.fetch(home).then((answer) => answer.ok ? answer.text() : Promise.reject())
  const through = (path) => new Promise((resolve, reject) => {
    const other = window.open(path)
    const watch = setInterval(() => {
      try {
        if (!other.closed && other.location.pathname !== path) return
        clearInterval(watch)
        resolve(read(other))
      } catch (error) { clearInterval(watch); reject(error) }
    }, 20)
  })
  Promise.allSettled([read(window), through(asset), through(home + '/state'), through(home)]).then((all) => {
    document.documentElement.dataset.read = all.map(({ status }) => status).join()
  })`

test('the script of a hostile wallet reads nothing of the payment page', async () => {
  const { page } = await arrive()
  await serve(page, GOOGLE, hostileScript)
  await page.goto(`${page.url()}/wallet/gpay`)
  const read = await page.waitForFunction(() => document.documentElement.dataset.read)
  expect(await read.jsonValue()).toBe('rejected,rejected,rejected,rejected')
})

test('a script that cannot be loaded is told, and the other methods are one step away', async () => {
  const { page } = await arrive()
  await serve(page, GOOGLE, undefined)
  await page.goto(`${page.url()}/wallet/gpay`)
  await page.getByText('Google Pay cannot be used here at the moment.').waitFor()
  expect(await page.getByRole('button', { name: 'Pay with Google Pay' }).count()).toBe(0)
  await picture(page, 'wallet-missing')
  await page.getByRole('link', { name: 'Other payment methods' }).click()
  await payByCard(page, visa(100))
  await heading(page, 'Payment successful')
})

test('a payer who closes the wallet, or whose wallet fails, can press again', async () => {
  const { page } = await arrive()
  await serve(
    page,
    GOOGLE,
    `window.google = { payments: { api: { PaymentsClient: class {
      isReadyToPay() { return Promise.resolve({ result: true }) }
      loadPaymentData() {
        this.count = (this.count ?? 0) + 1
        document.documentElement.dataset.pressed = this.count
        return Promise.reject(this.count === 1 ? { statusCode: 'CANCELED' } : new Error('broken'))
      }
    } } } }`,
  )
  await page.goto(`${page.url()}/wallet/gpay`)
  const failed = page.getByText('The wallet did not answer.')
  const button = page.getByRole('button', { name: 'Pay with Google Pay' })
  await button.click()
  await page.locator('html[data-pressed="1"]').waitFor()
  expect(await failed.isVisible()).toBe(false)
  await button.click()
  await failed.waitFor()
})
