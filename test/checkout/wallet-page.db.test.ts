import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { walletScript } from '../../src/checkout/wallet-scripts.ts'
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
    expect(wallets).toEqual(['APAY', 'GPAY', 'C2P'])
    const isWallet = (method: string) => ['GPAY', 'APAY', 'C2P'].includes(method)
    expect((await listed(paymentId, client)).filter(isWallet).sort()).toEqual(wallets.sort())
  })

  test('have a page each, whose policy lets in that wallet and nobody else', async () => {
    const { page, shown } = await arrive()
    expect(policyOf(shown)).not.toMatch(/google|apple|mastercard|visa/)
    const google = await page.show(`${page.url}/wallet/gpay`)
    expect(google.status).toBe(200)
    expect(policyOf(google)).toMatch(/script-src 'nonce-[\w-]+' https:\/\/pay\.google\.com /)
    expect(policyOf(google)).not.toMatch(/apple|unsafe/)
    expect(policyOf(google)).toContain("form-action 'self';")
    expect(google.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const apple = await page.show(`${page.url}/wallet/apay`)
    expect(policyOf(apple)).toContain('https://applepay.cdn-apple.com')
    expect(policyOf(apple)).not.toContain('google')
    const clickToPay = await page.show(`${page.url}/wallet/c2p`)
    const systems =
      'https://sandbox.src.mastercard.com https://sandbox.secure.checkout.visa.com ' +
      'https://sandbox-assets.secure.checkout.visa.com'
    for (const directive of ['connect-src', 'script-src'])
      expect(policyOf(clickToPay)).toMatch(new RegExp(`${directive} '[^']+' ${systems};`))
    expect(policyOf(clickToPay)).not.toMatch(/google|apple|unsafe/)
    expect(clickToPay.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    for (const { text } of [google, apple, clickToPay])
      expect(text).not.toMatch(/instrumentNo|name="cvv"/)
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
    const { text } = await page.show(`${page.url}/wallet/c2p`)
    expect(text).toContain('/srci/integration/2/lib.js?srcDpaId=dpa-1&amp;locale=pl_PL"')
    expect(orderIn(text)).toMatchObject({
      ...{ srcDpaId: 'dpa-1', srcInitiatorId: 'us', cardBrands: ['visa', 'mastercard'] },
      dpaData: { dpaName: SHOP.merchantId },
      dpaTransactionOptions: {
        ...{ dpaLocale: 'pl_PL', merchantCountryCode: 'PL', merchantCategoryCode: '5999' },
        transactionAmount: { transactionAmount: 99.99, transactionCurrencyCode: 'PLN' },
      },
    })
  })
})

describe('no page', () => {
  test('for a wallet that is unknown, that we cannot show, or written otherwise', async () => {
    const { page } = await arrive()
    for (const name of ['blik', 'card', 'GPAY', 'nothing', '__proto__']) {
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
    expect(wallets).toEqual(['GPAY', 'C2P'])
    expect(answer.status).toBe(303)
    expect(methods).not.toContain('APAY')
  })

  test('for whoever has not opened the link', async () => {
    const { page } = await arrive()
    const answer = await fetch(`${page.url}/wallet/gpay`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
  })
})

test('in production the script of Click to Pay is the real one, and in the sandbox the one to try', () => {
  const systems = (environment: 'sandbox' | 'production') => walletScript('C2P', environment)
  expect(systems('production')).toEqual({
    src: 'https://src.mastercard.com/srci/integration/2/lib.js',
    origins: [
      'https://src.mastercard.com',
      'https://secure.checkout.visa.com',
      'https://assets.secure.checkout.visa.com',
    ],
  })
  expect(JSON.stringify(systems('sandbox'))).not.toContain('//src.mastercard')
  expect(walletScript('GPAY', 'sandbox')).toEqual(walletScript('GPAY', 'production'))
})
