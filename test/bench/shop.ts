import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StackFile } from '../../src/stack/stack-file.ts'
import type { Order, Taking } from './aftermath.ts'
import { TurnedAway } from './measure.ts'
import type { Till } from './till.ts'

/** A merchant's program. */
export interface Shop {
  /** A card sale until it is COMPLETED. */
  sale(options?: { withKey?: boolean; transKind?: string; order?: Order }): Promise<Sold>
  takingsOf(order: Order): Promise<Taking[]>
  /** A payment that waits for its payer. */
  openPayment(): Promise<void>
  /** The hold is raised by one. */
  adjust(paymentId: string): Promise<void>
  capture(paymentId: string): Promise<void>
  refund(paymentId: string): Promise<void>
  /** A list, or whatever else is asked for by GET. */
  read(path: string): Promise<Record<string, unknown>>
}

export interface Sold {
  paymentId: string
  answeredAt: number
}

// Not enrolled for 3-D Secure: the sale is one call to the acquirer, like the floor's.
const instrument = { type: 'CARD', instrumentNo: '4000000000001075', expDate: '203012', cvv: '123' }
const browserData = {
  javascriptEnabled: false,
  language: 'pl-PL',
  userAgent: 'bench',
  acceptHeader: '*/*',
}

/** Longer, and something is lost: better a failure in the table than a bench that hangs. */
const LONGEST_MS = 20_000

/** None of the open payments may end while the others are still being opened. */
const A_DAY_SECONDS = 86_400

/** The first merchant has an address for notifications; the second is told nothing. */
export async function createShop(info: StackFile, which: 0 | 1): Promise<Shop> {
  const merchant = info.merchants[which]
  if (!merchant) throw new Error('a merchant is missing')
  const { merchantId, secret } = merchant
  const call = caller(`${info.api}/v1/ecommerce`)
  const login = await call('POST', '/auth', {
    body: { resource: 'UNIVERSAL', channel: 'WEBAPI', secret, merchant: { merchantId } },
  })
  const token = String(login.access_token)
  const create = (order: object, more: object, key?: string) =>
    call('POST', '/payment', {
      token,
      body: {
        channel: 'WEBAPI',
        method: 'CARD',
        merchant: { merchantId },
        customer: { email: 'payer@example.com' },
        device: { ip: '127.0.0.1', browserData },
        order: { amount: 25, currency: 'PLN', extOrderId: randomUUID(), ...order },
        ...more,
      },
      ...(key !== undefined && { key }),
    })
  return {
    sale: async ({ withKey = false, transKind = 'AUTH', order } = {}) => {
      const key = order?.key ?? (withKey ? randomUUID() : undefined)
      const wanted = order ? { amount: order.amountMinor / 100, extOrderId: order.key } : {}
      const answer = await create(wanted, { instrument, options: { transKind } }, key)
      const answeredAt = performance.now()
      const paymentId = String(answer.paymentId)
      let { status, dataRequest } = answer
      // One that asks for something does not go on by itself.
      const isUnderWay = () => status === 'PENDING' && dataRequest === undefined
      while (isUnderWay() && performance.now() - answeredAt < LONGEST_MS) {
        const path = `/payment/${paymentId}/status?wait=10&while=PENDING`
        ;({ status, dataRequest } = await call('GET', path, { token }))
      }
      if (status !== 'COMPLETED') throw new Error(`a sale is ${String(status)}`)
      return { paymentId, answeredAt }
    },
    takingsOf: async ({ key }) => {
      const { payments } = await call('GET', `/payments?extOrderId=${key}`, { token })
      return (payments as Found[]).map(takingIn)
    },
    openPayment: async () => {
      await create({}, { options: { validTime: A_DAY_SECONDS } })
    },
    adjust: async (paymentId) => {
      await call('POST', `/payment/${paymentId}/adjustment`, { token, body: { amount: 26 } })
    },
    capture: async (paymentId) => {
      await call('POST', `/payment/${paymentId}/capture`, { token, body: {} })
    },
    refund: async (paymentId) => {
      await call('POST', `/payment/${paymentId}/refund`, { token, body: { amount: 1 } })
    },
    read: (path) => call('GET', path, { token }),
  }
}

/** The same request under the same key is how a merchant asks again. */
export const tillOf = (shop: Shop): Till => ({
  pay: (order) => shop.sale({ order }),
  askAgain: async (order) => {
    await shop.sale({ order })
    return true
  },
  takingsOf: (order) => shop.takingsOf(order),
})

interface Found {
  status: string
  amounts: { captured: number }
}

const takingIn = ({ status, amounts }: Found): Taking => ({
  state: /^(COMPLETED|SETTLED)$/.test(status)
    ? 'paid'
    : /^(REJECTED|CANCELLED|ERROR)$/.test(status)
      ? 'refused'
      : 'open',
  amountMinor: Math.round(amounts.captured * 100),
})

interface Request {
  token?: string
  body?: object
  key?: string
}

const caller =
  (root: string) =>
  async (method: string, path: string, request: Request): Promise<Record<string, unknown>> => {
    const { token, body, key } = request
    const answer = await fetch(root + path, {
      signal: AbortSignal.timeout(LONGEST_MS),
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as Record<string, unknown>
    if (answer.status === 503)
      throw new TurnedAway(
        Number(answer.headers.get('retry-after') ?? 1) * 1000,
        String(json.detail).startsWith('Too much is under way'),
      )
    if (!answer.ok)
      throw new Error(`${method} ${path.split('/')[1] ?? ''}: ${JSON.stringify(json)}`)
    return json
  }

/** Comes back when somebody has taken the place; a 503 is what the gateway says when it is full. */
export async function persistently(operation: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await operation()
      return
    } catch (error) {
      if (!(error instanceof TurnedAway)) throw error
      await sleep(error.afterMs)
    }
  }
}
