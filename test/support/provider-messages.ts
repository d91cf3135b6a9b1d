import { send } from './http.ts'

interface Place {
  api: string
  sandbox: string
}

/** What Adyen says of a merchant's account comes to us, as every account must have it: it cannot be asked. */
export const hearAdyen = (place: Place, merchantId: string, account = 'main') =>
  sendAdyenTo(addressOf(place.api, 'adyen', merchantId, account), place, merchantId)

export const sendAdyenTo = (url: string, { sandbox }: Pick<Place, 'sandbox'>, merchantId: string) =>
  send(`${sandbox}/adyen/simulator/webhooks`, {
    method: 'POST',
    body: { merchantAccount: `Shop${merchantId}`, url },
  })

export const hearStripe = ({ api, sandbox }: Place, merchantId: string, account = 'main') =>
  send(`${sandbox}/stripe/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer sk_test_sandbox_${merchantId}` },
    body: { url: addressOf(api, 'stripe', merchantId, account) },
  })

/** Where the messages of a provider about an account arrive. */
export const addressOf = (api: string, ...path: string[]): string =>
  `${api}/v1/ecommerce/notifications/acquirers/${path.join('/')}`
