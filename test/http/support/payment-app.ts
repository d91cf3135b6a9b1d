import { randomUUID } from 'node:crypto'
import type { MerchantSettings } from '../../../src/domain/merchant.ts'
import type { Services } from '../../../src/http/services.ts'
import { createPaymentWorld } from './payment-world.ts'
import { OTHER, SHOP, startTestApp } from './test-app.ts'
import type { TestAppOptions } from './test-app.ts'

export type PaymentApp = Awaited<ReturnType<typeof startPaymentApp>>

export const CARD = '4000000000001000'

export const card = (changes: object = {}) => ({
  type: 'CARD',
  instrumentNo: CARD,
  expDate: '203012',
  cvv: '123',
  ...changes,
})

export const device = { browserData: { javascriptEnabled: true, language: 'pl', colorDepth: '24' } }

/** A body that creates a payment; `order` and `options` are added to, the rest is replaced. */
export const paymentBody = ({ order, ...changes }: Record<string, unknown> = {}) => ({
  channel: 'WEBAPI',
  method: 'CARD',
  merchant: { merchantId: SHOP.merchantId, redirectURL: 'https://shop.example/return' },
  customer: { email: 'payer@example.com' },
  device,
  order: { amount: 99.99, currency: 'PLN', extOrderId: randomUUID(), ...(order as object) },
  ...changes,
})

/** The real app with the real rules; only Temporal and the providers are played. */
export async function startPaymentApp(
  services: Partial<Services> = {},
  settings: Partial<MerchantSettings> = {},
  { page = false, ...more }: Pick<TestAppOptions, 'page' | 'environment' | 'database'> = {},
) {
  const world = createPaymentWorld()
  const app = await startTestApp({
    page,
    ...more,
    services: { gateway: world.gateway, payments: world.reads, ...services },
    settings: { currencies: ['PLN', 'EUR'], ...settings },
  })
  await app.services.merchants.agreeOnMarketplace(SHOP.merchantId, OTHER.merchantId)
  const token = await app.token()
  const stranger = await app.token({ merchant: OTHER })

  const create = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    app.call('POST', '/payment', { token, body: paymentBody(changes), headers })

  return {
    ...app,
    world,
    bearer: token,
    stranger,
    create,
    /** The id of a payment made so. */
    paymentId: async (changes: Record<string, unknown> = {}): Promise<string> => {
      const { status, text, body } = await create(changes)
      if (status !== 200) throw new Error(text)
      return body.paymentId as string
    },
    /** Calls with the merchant's token, below /payment. */
    at: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      app.call(method, `/payment/${path}`, { token, body, headers }),
    /** A payment with a page, and the CLIENT token of its payer. */
    page: async (changes: Record<string, unknown> = {}) => {
      const { body } = await create({ channel: 'PAYWALL', method: 'UNKNOWN', ...changes })
      const { paymentId, access_token: client, redirectURL } = body as Record<string, string>
      return { paymentId: paymentId!, client: client!, redirectURL: redirectURL! }
    },
  }
}
