import { setTimeout as sleep } from 'node:timers/promises'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { card } from './cards.ts'
import { checkAnswer } from './check-answer.ts'
import { send } from './http.ts'
import type { Answer, Json } from './http.ts'
import type { RunningStack } from './stack-setup.ts'
import { until } from './until.ts'

export interface Account {
  merchantId: string
  secret: string
  notificationSecret?: string
}

export interface SignIn {
  resource?: 'PAYMENT' | 'TOKENIZER' | 'UNIVERSAL'
  channel?: string
  agent?: { merchantId: string; secret: string }
}

/** What a payment is made of; everything absent takes a value that works. */
export interface Wish {
  amount?: number | string
  currency?: string
  method?: string
  channel?: string
  instrument?: object
  options?: object
  order?: object
  [more: string]: unknown
}

const LONGEST_ADVANCE_MS = 19_000
const MOST_ADVANCES = 7

export type Merchant = ReturnType<typeof createMerchant>

/** A minute of a machine that is busy with other things. */
const MOST_ATTEMPTS = 30

/** A merchant's own program: signs in once, then talks to all API processes in turn. */
export function createMerchant(stack: RunningStack, account: Account, signIn: SignIn = {}) {
  const { merchantId } = account
  let token: Promise<string> | undefined
  let turn = 0

  const url = (path: string) =>
    `${stack.apis[turn++ % stack.apis.length] ?? stack.api}/v1/ecommerce${path}`

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    token ??= authenticate(url('/auth'), account, signIn)
    const sent = { method, body, headers: { authorization: `Bearer ${await token}`, ...headers } }
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(url(path), sent)
      if (answer.status !== 304) checkAnswer(method, `/v1/ecommerce${path}`, answer)
      // A 503 promises that nothing happened and nothing will: on a busy machine we ask again, as told.
      if (answer.status !== 503 || attempt === MOST_ATTEMPTS) return answer
      await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }

  const body = (wish: Wish = {}) => paymentBody(merchantId, wish)

  const create = async (wish: Wish = {}) => created(await call('POST', '/payment', body(wish)))

  const read = async (id: string, part = ''): Promise<Json> =>
    succeeded(await call('GET', `/payment/${id}${part}`))

  /** A payment that sends its payer somewhere; on a busy machine the answer may not wait for it. */
  async function asks(wish: Wish): Promise<Json> {
    const payment = await create(wish)
    if (payment.acsData || payment.redirectURL) return payment
    const isAsked = (seen: Json) => seen.dataRequest === 'CARD_3DS' || seen.redirectURL
    const asked = await until('the payer asked', () => read(payment.paymentId, '/status'), isAsked)
    if (asked.redirectURL) return { ...payment, ...asked }
    return { ...payment, ...asked, acsData: await read(payment.paymentId, '/acsData') }
  }

  /** The gateway answers when all is done, or after twenty seconds: then it is asked again, a second on. */
  async function advance(id: string, seconds: number): Promise<Json> {
    const fired: string[] = []
    for (let asked = 1; ; asked += 1) {
      const begun = Date.now()
      const body = { seconds: asked === 1 ? seconds : 1 }
      const answer = succeeded(await call('POST', `/sandbox/${id}/advance`, body))
      fired.push(...answer.fired)
      if (Date.now() - begun < LONGEST_ADVANCE_MS || asked === MOST_ADVANCES)
        return { ...answer, fired }
    }
  }

  /** Held open by the gateway until the status changes. */
  async function reaches(id: string, wanted: string | string[], timeoutMs = 150_000) {
    const end = Date.now() + timeoutMs
    let known: { etag: string; seen: Json } | undefined
    while (Date.now() < end) {
      const headers = known ? { 'if-none-match': known.etag } : {}
      const wait = known ? `?wait=${Math.ceil(Math.min(20_000, end - Date.now()) / 1000)}` : ''
      const answer = await call('GET', `/payment/${id}/status${wait}`, undefined, headers)
      if (answer.status === 304) continue
      const seen = succeeded(answer)
      if ([wanted].flat().includes(seen.status)) return seen
      known = { etag: answer.headers.get('etag') ?? '', seen }
    }
    throw new Error(`${id} is not ${String(wanted)}: ${JSON.stringify(known?.seen)}`)
  }

  /** A card sale (or what else is wished) that has come to its end. */
  async function completed(wish: Wish = {}) {
    const payment = await create({ instrument: card('4000000000001000'), ...wish })
    await reaches(payment.paymentId, 'COMPLETED')
    return payment
  }

  const command = (id: string, name: string, fields: object = {}, headers = {}) =>
    call('POST', `/payment/${id}/${name}`, fields, headers)

  return {
    merchantId,
    account,
    call,
    body,
    create,
    asks,
    read,
    reaches,
    completed,
    /** A hold of this amount. */
    hold: (amount = 100, wish: Wish = {}) =>
      completed({ amount, options: { transKind: 'PREAUTH' }, ...wish }),
    command,
    /** A command that must be accepted. */
    order: async (id: string, name: string, fields: object = {}): Promise<Json> =>
      succeeded(await command(id, name, fields)),
    give: (id: string, instrument: object) => call('PUT', `/payment/${id}/instrument`, instrument),
    status: (id: string) => read(id, '/status'),
    transactions: (id: string) => read(id, '/transactions'),
    refund: (id: string, refundId: string) => read(id, `/refund/${refundId}`),
    /** Waits until the payment as the merchant reads it is as wanted. */
    sees: (id: string, isReached: (info: Json) => boolean, timeoutMs?: number) =>
      until(`payment ${id}`, () => read(id), isReached, timeoutMs),
    async balance(currency = 'PLN'): Promise<{ available: number; reserved: number }> {
      const { balances } = succeeded(await call('GET', '/payment/refunds/balance'))
      const found = balances.find((one: Json) => one.currency === currency)
      return found ?? { available: 0, reserved: 0 }
    },
    advance,
  }
}

async function authenticate(url: string, account: Account, signIn: SignIn): Promise<string> {
  const { resource = 'UNIVERSAL', channel = 'WEBAPI', agent } = signIn
  const answer = await send(url, {
    method: 'POST',
    body: {
      resource,
      channel,
      secret: (agent ?? account).secret,
      merchant: { merchantId: account.merchantId },
      ...(agent && { agent: { merchantId: agent.merchantId } }),
    },
  })
  return succeeded(answer).access_token
}

export function paymentBody(merchantId: string, wish: Wish) {
  const { amount = 99.99, currency = 'PLN', method, channel = 'WEBAPI', order, ...rest } = wish
  return {
    method: method ?? 'CARD',
    channel,
    merchant: { merchantId, redirectURL: 'https://shop.example/return' },
    customer: { email: 'payer@example.com' },
    device,
    order: { amount, currency, extOrderId: `order-${randomUUID()}`, ...order },
    ...rest,
  }
}

export const device = {
  ip: '127.0.0.1',
  browserData: {
    javascriptEnabled: true,
    javaEnabled: false,
    language: 'pl-PL',
    colorDepth: '24',
    screenHeight: 900,
    screenWidth: 1440,
    timezone: -60,
  },
}

function created(answer: Answer): Json {
  const { paymentId, status } = succeeded(answer)
  assert.match(paymentId, /^[\w-]{20,64}$/)
  assert.ok(['NEW', 'PENDING', 'REJECTED'].includes(status), `create answered ${status}`)
  return answer.body
}

export function succeeded(answer: Answer): Json {
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
