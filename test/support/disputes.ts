import { randomUUID } from 'node:crypto'
import { card } from './cards.ts'
import type { Json } from './http.ts'
import type { Merchant } from './merchant.ts'
import { succeeded } from './merchant.ts'
import { until } from './until.ts'

export const FRAUD = '4000000000000259'

/** A payment of 80 that its payer disputes at once. */
export async function disputed(merchant: Merchant, number = FRAUD): Promise<Json> {
  const { paymentId } = await merchant.completed({ amount: 80, instrument: card(number) })
  return disputeOf(merchant, paymentId)
}

/** The dispute of a payment, once somebody has told of it. */
export async function disputeOf(merchant: Merchant, paymentId: string): Promise<Json> {
  const list = () => merchant.call('GET', `/disputes?paymentId=${paymentId}`)
  const isThere = (answer: Json) => answer.body.disputes.length > 0
  const { body } = await until('a dispute', list, isThere)
  return body.disputes[0]
}

export const read = async (merchant: Merchant, id: string): Promise<Json> =>
  succeeded(await merchant.call('GET', `/disputes/${id}`))

export const reaches = (merchant: Merchant, id: string, status: string): Promise<Json> =>
  until(
    `${id} ${status}`,
    () => read(merchant, id),
    (one) => one.status === status,
  )

export const put = (merchant: Merchant, id: string, text: string) =>
  merchant.call('PUT', `/disputes/${id}/evidence/receipt`, { text })

export const submit = (merchant: Merchant, id: string, key = randomUUID()) =>
  merchant.call('POST', `/disputes/${id}/submit`, {}, { 'idempotency-key': key })
