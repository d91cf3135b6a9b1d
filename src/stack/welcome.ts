import type { Stack } from './launch.ts'

/** The one screen after a start: where to look, who you are, and a payment to paste. */
export function welcome(stack: Stack): string {
  const { info } = stack
  const merchant = info.merchants[0]
  const more = stack.apis.slice(1).map((url) => `               ${url}`)
  return [
    '',
    'Tollgate is ready.',
    '',
    `  Shop         ${info.sandbox}/`,
    `  API          ${info.api}/v1/ecommerce`,
    ...more,
    `  Docs         ${info.api}/docs`,
    // By way of the sign-in: without it the UI's page cannot have payloads decoded.
    ...(info.temporalUi
      ? [`  Temporal UI  ${info.operator}/temporal  (with a token of the operators below)`]
      : []),
    `  Operators    ${info.operator}/`,
    ...info.operators.map(({ name, role, token }) => `               ${name}, ${role}: ${token}`),
    `  Portal       ${info.portal}/portal`,
    ...info.people.map(
      ({ merchantId, name, role, password, totpSecret }) =>
        `               ${name} of ${merchantId}, ${role}: ${password} (authenticator key ${totpSecret})`,
    ),
    `  State, logs  ${stack.home}`,
    '',
    `  Merchant     ${merchant?.merchantId ?? ''}`,
    `  Secret       ${merchant?.secret ?? ''}`,
    '',
    'A first payment, to paste into another terminal:',
    '',
    firstPayment(info.api, merchant?.merchantId ?? '', merchant?.secret ?? ''),
    '',
    'Ctrl-C stops everything; the data stays.',
    '',
  ].join('\n')
}

/** What 3DS wants to know of the payer's browser. */
const browser = {
  javascriptEnabled: false,
  language: 'pl-PL',
  userAgent: 'curl',
  acceptHeader: '*/*',
  colorDepth: 24,
  screenHeight: 800,
  screenWidth: 1200,
  timezone: 0,
}

function firstPayment(api: string, merchantId: string, secret: string): string {
  const merchant = { merchantId }
  const auth = { resource: 'PAYMENT', channel: 'WEBAPI', secret, merchant }
  const card = { type: 'CARD', instrumentNo: '4000000000001000', expDate: '203012', cvv: '123' }
  const payment = {
    channel: 'WEBAPI',
    method: 'CARD',
    merchant,
    instrument: card,
    customer: { email: 'payer@example.com' },
    device: { ip: '127.0.0.1', browserData: browser },
    order: { amount: 99.99, currency: 'PLN', description: 'A first payment' },
  }
  const json = `-H 'Content-Type: application/json'`
  const bearer = `-H "Authorization: Bearer $TOKEN"`
  const field = (name: string) => `sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/'`
  return [
    `TOKEN=$(curl -s ${api}/v1/ecommerce/auth ${json} \\`,
    `  -d '${JSON.stringify(auth)}' | ${field('access_token')})`,
    `PAYMENT=$(curl -s ${api}/v1/ecommerce/payment ${json} ${bearer} \\`,
    `  -d '${JSON.stringify(payment)}' | ${field('paymentId')})`,
    `sleep 1; curl -s ${api}/v1/ecommerce/payment/$PAYMENT ${bearer}; echo`,
  ].join('\n')
}
