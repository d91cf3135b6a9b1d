import type { Services } from '../../../src/http/services.ts'
import type { MerchantSettings } from '../../../src/domain/merchant.ts'
import { card, CARD, device } from './payment-app.ts'
import { OTHER, SHOP, startTestApp } from './test-app.ts'

export { card, CARD, device }
export type TokenizerApp = Awaited<ReturnType<typeof startTokenizerApp>>

let customers = 0

/** A body that stores a card of a new customer. */
export const tokenizerBody = (changes: Record<string, unknown> = {}) => ({
  kind: 'COF',
  channel: 'WEBAPI',
  merchant: { merchantId: SHOP.merchantId },
  customer: { email: `customer-${String((customers += 1))}@example.com` },
  device,
  ...changes,
})

export async function startTokenizerApp(
  services: Partial<Services> = {},
  settings: Partial<MerchantSettings> = {},
) {
  const app = await startTestApp({ services, settings })
  const token = await app.token()
  const stranger = await app.token({ merchant: OTHER })
  const create = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    app.call('POST', '/tokenizer', { token, body: tokenizerBody(changes), headers })
  const at = (method: string, path: string, body?: unknown) =>
    app.call(method, `/tokenizer/${path}`, { token, body })
  const tokenizerId = async (changes: Record<string, unknown> = {}): Promise<string> => {
    const { status, text, body } = await create(changes)
    if (status !== 200) throw new Error(text)
    return body.tokenizerId as string
  }
  return {
    ...app,
    bearer: token,
    stranger,
    create,
    at,
    tokenizerId,
    /** A stored card: the record of its tokenization. */
    stored: async (changes: Record<string, unknown> = {}) => {
      const id = await tokenizerId({ instrument: card(), ...changes })
      const { body } = await at('GET', id)
      if (!body.token) throw new Error(JSON.stringify(body))
      return body as { tokenizerId: string; token: Record<string, string> }
    },
    /** A tokenization with a page, and the CLIENT token of its cardholder. */
    page: async () => {
      const { body } = await create({ channel: 'PAYWALL' })
      return body as { tokenizerId: string; access_token: string; redirectURL: string }
    },
  }
}
