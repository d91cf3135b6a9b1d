import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { openHostedPage } from '../support/hosted-page.ts'

const configured: Partial<MerchantSettings> = {
  googlePayMerchantId: 'BCR2DN4T4711ABCD',
  applePayMerchantId: 'merchant.example.shop',
  dpaId: 'dpa-1',
  organizations: ['VISA', 'MASTERCARD', 'MAESTRO'],
}

/** Wallets as production has them: those of the sandbox are not there. */
let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, configured, {
    page: true,
    environment: {
      ...{ WALLET_ROOTS_URL: '', WALLET_ROOTS_FILE: 'roots.json' },
      ...{ GOOGLE_PAY_GATEWAY: 'gate', C2P_INITIATOR_ID: 'us' },
    },
  })
})
afterAll(() => app.close())

const arrive = async () => {
  const made = await app.page()
  const page = await openHostedPage(app.url + new URL(made.redirectURL).pathname)
  const shown = await page.show()
  const links = [...shown.text.matchAll(/href="\/pay\/p\/\w+\/wallet\/(\w+)"/g)]
  return { ...made, page, shown, wallets: links.map(([, name = '']) => name.toUpperCase()) }
}

const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy') ?? ''

const listed = async (paymentId: string, client: string): Promise<string[]> => {
  const { body } = await app.call('GET', `/payment/${paymentId}/methods`, { token: client })
  return (body.methods as { method: string }[]).map(({ method }) => method)
}

describe('wallets that are configured', () => {
  test('are offered by the page and listed for the payment, the same ones', async () => {
    const { wallets, paymentId, client } = await arrive()
    expect(wallets).toEqual(['APAY', 'GPAY'])
    const isWallet = (method: string) => ['GPAY', 'APAY', 'C2P'].includes(method)
    expect((await listed(paymentId, client)).filter(isWallet).sort()).toEqual(wallets)
  })

  test('have a page each, whose policy lets in that wallet and nobody else', async () => {
    const { page, shown } = await arrive()
    expect(policyOf(shown)).not.toMatch(/google|apple/)
    const google = await page.show(`${page.url}/wallet/gpay`)
    expect(google.status).toBe(200)
    expect(policyOf(google)).toMatch(/script-src 'nonce-[\w-]+' https:\/\/pay\.google\.com /)
    expect(policyOf(google)).not.toMatch(/apple|unsafe/)
    expect(policyOf(google)).toContain("form-action 'self';")
    expect(google.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const apple = await page.show(`${page.url}/wallet/apay`)
    expect(policyOf(apple)).toContain('https://applepay.cdn-apple.com')
    expect(policyOf(apple)).not.toContain('google')
    for (const { text } of [google, apple]) expect(text).not.toMatch(/instrumentNo|name="cvv"/)
    // Who changes the language stays where they are.
    expect(google.text).toMatch(/href="[^"]*\/wallet\/gpay\?lang=en"/)
  })

  test('are asked with the identifiers of installation and merchant', async () => {
    const { page } = await arrive()
    const orderIn = (text: string) => {
      const [, order = ''] = /data-order="([^"]+)"/.exec(text) ?? []
      return JSON.parse(order.replaceAll('&quot;', '"'))
    }
    const google = orderIn((await page.show(`${page.url}/wallet/gpay`)).text)
    expect(google.environment).toBe('TEST')
    expect(google.request).toMatchObject({
      merchantInfo: { merchantId: 'BCR2DN4T4711ABCD', merchantName: SHOP.merchantId },
      transactionInfo: { totalPrice: '99.99', currencyCode: 'PLN', countryCode: 'PL' },
    })
    const [method] = google.request.allowedPaymentMethods
    expect(method.parameters.allowedCardNetworks).toEqual(['VISA', 'MASTERCARD'])
    expect(method.tokenizationSpecification.parameters).toEqual({
      gateway: 'gate',
      gatewayMerchantId: SHOP.merchantId,
    })
    const apple = orderIn((await page.show(`${page.url}/wallet/apay`)).text)
    expect(apple).toMatchObject({
      supportedNetworks: ['visa', 'masterCard', 'maestro'],
      total: { label: SHOP.merchantId, amount: '99.99' },
    })
  })
})

describe('no page', () => {
  test('for a wallet that is unknown, that we cannot show, or written otherwise', async () => {
    const { page } = await arrive()
    for (const name of ['c2p', 'card', 'GPAY', 'nothing', '__proto__']) {
      const answer = await page.show(`${page.url}/wallet/${name}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        new URL(page.url).pathname,
      ])
    }
  })

  test('for a wallet that the merchant has not set up, and then it is not offered either', async () => {
    const { merchants } = app.services
    const shop = (await merchants.find(SHOP.merchantId))!
    const settings = { ...shop.settings, applePayMerchantId: 'merchant.without.certificate' }
    await merchants.save({ ...shop, settings })
    const { page, wallets, paymentId, client } = await arrive()
    const answer = await page.show(`${page.url}/wallet/apay`)
    const methods = await listed(paymentId, client)
    await merchants.save(shop)
    expect(wallets).toEqual(['GPAY'])
    expect(answer.status).toBe(303)
    expect(methods).not.toContain('APAY')
  })

  test('for whoever has not opened the link', async () => {
    const { page } = await arrive()
    const answer = await fetch(`${page.url}/wallet/gpay`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
  })
})
