import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StackFile } from '../../src/stack/stack-file.ts'
import { closedLoop } from './measure.ts'

/** A merchant's program. The second merchant is told nothing: only the payment itself is measured. */
export interface Shop {
  sale(orderId: string): Promise<string>
  completed(orderId: string, transKind?: string): Promise<string>
  holds(count: number): Promise<string[]>
  capture(paymentId: string): Promise<void>
  /** Waits until the acquirer has captured each of them. */
  captured(paymentIds: string[]): Promise<void>
  refund(paymentId: string): Promise<void>
}

// Not enrolled for 3-D Secure: the sale is one call to the acquirer, like the floor's.
const instrument = { type: 'CARD', instrumentNo: '4000000000001075', expDate: '203012', cvv: '123' }
const browserData = {
  javascriptEnabled: false,
  language: 'pl-PL',
  userAgent: 'bench',
  acceptHeader: '*/*',
}

export async function createShop(info: StackFile, which: 0 | 1): Promise<Shop> {
  const merchant = info.merchants[which]
  if (!merchant) throw new Error('a merchant is missing')
  const { merchantId, secret } = merchant
  const root = `${info.api}/v1/ecommerce`
  let token = ''
  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(root + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }
  const login = await call('POST', '/auth', {
    resource: 'UNIVERSAL',
    channel: 'WEBAPI',
    secret,
    merchant: { merchantId },
  })
  token = String(login.access_token)

  const create = async (extOrderId: string, transKind: string): Promise<string> => {
    const answer = await call('POST', '/payment', {
      channel: 'WEBAPI',
      method: 'CARD',
      merchant: { merchantId },
      customer: { email: 'payer@example.com' },
      device: { ip: '127.0.0.1', browserData },
      order: { amount: 25, currency: 'PLN', extOrderId },
      instrument,
      options: { transKind },
    })
    return String(answer.paymentId)
  }
  const completed = async (extOrderId: string, transKind = 'AUTH'): Promise<string> => {
    const paymentId = await create(extOrderId, transKind)
    let { status } = await call('GET', `/payment/${paymentId}/status`)
    while (status === 'PENDING')
      ({ status } = await call('GET', `/payment/${paymentId}/status?wait=10`))
    if (status !== 'COMPLETED') throw new Error(`${paymentId} is ${String(status)}`)
    return paymentId
  }
  return {
    sale: (orderId) => create(orderId, 'AUTH'),
    completed,
    holds: async (count) => {
      const ids: string[] = []
      await closedLoop(16, count, async () => ids.push(await completed(randomUUID(), 'PREAUTH')))
      return ids
    },
    capture: async (paymentId) => {
      await call('POST', `/payment/${paymentId}/capture`, {})
    },
    captured: async (paymentIds) => {
      for (const paymentId of paymentIds)
        for (let left = 100; left > 0; left -= 1) {
          const { amounts } = await call('GET', `/payment/${paymentId}`)
          if ((amounts as { captured: number }).captured > 0) break
          await sleep(100)
        }
    },
    refund: async (paymentId) => {
      await call('POST', `/payment/${paymentId}/refund`, { amount: 1 })
    },
  }
}
