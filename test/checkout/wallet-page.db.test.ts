import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { walletScript } from '../../src/checkout/wallets/wallet-scripts.ts'
import { startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { csrfIn, openHostedPage } from '../support/hosted-page.ts'

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
      WALLET_ROOTS_URL: '',
      WALLET_ROOTS_FILE: 'roots.json',
      GOOGLE_PAY_GATEWAY: 'gate',
      C2P_INITIATOR_ID: 'us',
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
    expect(google.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    const apple = await page.show(`${page.url}/wallet/apay`)
    expect(policyOf(apple)).toContain('https://applepay.cdn-apple.com')
    expect(policyOf(apple)).not.toContain('google')
    const clickToPay = await page.show(`${page.url}/wallet/c2p`)
    const systems =
      'https://sandbox.src.mastercard.com https://sandbox.secure.checkout.visa.com ' +
      'https://sandbox-assets.secure.checkout.visa.com'
    expect(policyOf(clickToPay)).toMatch(new RegExp(`script-src '[^']+' ${systems};`))
    expect(policyOf(clickToPay)).toContain(`connect-src ${systems};`)
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
      srcDpaId: 'dpa-1',
      srcInitiatorId: 'us',
      cardBrands: ['visa', 'mastercard'],
      dpaData: { dpaName: SHOP.merchantId },
      dpaTransactionOptions: {
        dpaLocale: 'pl_PL',
        merchantCountryCode: 'PL',
        merchantCategoryCode: '5999',
        transactionAmount: { transactionAmount: 99.99, transactionCurrencyCode: 'PLN' },
      },
    })
  })
})

describe('the script of a hostile wallet', () => {
  const traits = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const byScript = { ...traits, 'sec-fetch-dest': 'empty' }
  /** Where a page may send requests and forms, but to its wallet. */
  const ours = (policy: string, directive: string) =>
    (new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1] ?? '')
      .split(' ')
      .filter((one) => /'|127\.0\.0\.1/.test(one))
      .map((one) => one.replace(/^http:\/\/[^/]+\/pay\/p\/\w+/, ''))

  test.for<[string, string[]]>([
    ['gpay', []],
    ['apay', ['/apple-session']],
    ['c2p', []],
  ])('reaches nothing of ours but its own answer: %s', async ([wallet, asked]) => {
    const { page } = await arrive()
    const policy = policyOf(await page.show(`${page.url}/wallet/${wallet}`))
    expect(ours(policy, 'connect-src')).toEqual(asked)
    expect(ours(policy, 'form-action')).toEqual([`/wallet/${wallet}`])
    expect(ours(policy, 'frame-src')).toEqual([])
  })

  test('gets no text of a page from anywhere, whatever policy it escapes', async () => {
    const made = await app.page()
    const link = app.url + new URL(made.redirectURL).pathname
    const page = await openHostedPage(link)
    const cookie = page.cookie()
    const fetched = (path: string, init: RequestInit = {}) =>
      fetch(page.url + path, { ...init, headers: { cookie, ...byScript }, redirect: 'manual' })
    for (const path of ['', '/bank', '/wallet/gpay'])
      expect((await fetched(path)).status, path).toBe(404)
    for (const path of ['/instrument', '/cancel', '/forget', '/wallet/gpay']) {
      const answer = await fetched(path, {
        method: 'POST',
        body: new URLSearchParams({ form: 'X' }),
      })
      expect([answer.status, await answer.text()], path).toEqual([
        303,
        expect.not.stringMatching(/csrf/),
      ])
    }
    expect(app.world.payment(made.paymentId).phase).toBe('gathering')
  })

  test('finds no answer of ours that it could work through', async () => {
    const { page, shown } = await arrive()
    const [asset = ''] = /\/pay\/assets\/[^"]+/.exec(shown.text) ?? []
    const paths = [asset, new URL(page.url).pathname + '/state', '/pay/returned', '/favicon.ico']
    for (const path of [...paths, '/v1/ecommerce/openapi.json', '/nothing']) {
      const { headers } = await page.show(app.url + path)
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
    }
  })

  test('knows no word that another form of the page is proved by', async () => {
    const { page, shown, paymentId } = await arrive()
    const ofWallet = csrfIn((await page.show(`${page.url}/wallet/gpay`)).text)
    expect(ofWallet).not.toBe(csrfIn(shown.text))
    for (const path of ['cancel', 'forget', 'instrument', 'wallet/apay'])
      expect((await page.sendForm(`${page.url}/${path}`, { csrf: ofWallet })).status).toBe(403)
    const card = { form: 'CARD', instrumentNo: '4000000000001000', expiry: '12/30', cvv: '123' }
    await page.sendForm(`${page.url}/wallet/gpay`, { csrf: ofWallet, ...card })
    expect(app.world.payment(paymentId).phase).toBe('gathering')
    const token = Buffer.from('{}').toString('base64')
    await page.sendForm(`${page.url}/wallet/gpay`, { csrf: ofWallet, form: 'CARD', token })
    expect(app.world.payment(paymentId).instrument).toMatchObject({ type: 'GPAY' })
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
