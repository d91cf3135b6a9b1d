import { send } from './http.ts'
import type { Json } from './http.ts'
import { until } from './until.ts'

/** One row of what the providers say happened. */
export interface MoneyRow {
  provider: 'acquirer' | 'blik' | 'bank' | 'stripe' | 'autopay' | 'przelewy24'
  reference: string
  operation: string
  amountMinor: number
  currency: string
  processed: boolean
  result: string
}

/** One notification as the merchant's server caught it. */
export interface Note {
  path: string
  headers: Record<string, string>
  /** The raw text. */
  text: string
  body: Json
  answered: number
}

/** What only a test may know: the providers' books and the merchant's mail. */
export function lookBehind(sandbox: string) {
  const log = async (prefix: string): Promise<MoneyRow[]> =>
    (await send(`${sandbox}/acquirer/log?reference=${encodeURIComponent(prefix)}`)).body

  const received = async (paymentId: string): Promise<Note[]> => {
    const caught = (await send(`${sandbox}/received?paymentId=${paymentId}`)).body as Json[]
    return caught.map((one) => ({ ...one, text: one.body, body: JSON.parse(one.body) }))
  }

  return {
    /** The address of the merchant's server. */
    receiver: `${sandbox}/merchant`,
    log,
    /** The operations of this kind that changed the providers' books. */
    moved: async (id: string, operation: string) =>
      (await log(id)).filter((row) => row.operation === operation && row.processed),
    received,
    /** Waits for the mail to hold what is wanted. */
    receives: (paymentId: string, isReached: (notes: Note[]) => boolean, timeoutMs?: number) =>
      until(`mail about ${paymentId}`, () => received(paymentId), isReached, timeoutMs),
    /** How the merchant's server answers the next notifications about this payment. */
    program: (paymentId: string, statuses: (number | object)[]) =>
      send(`${sandbox}/received/answers`, { method: 'POST', body: { paymentId, statuses } }),
    /** A wallet's token for a payment. */
    mint: async (wallet: 'google' | 'apple', order: object): Promise<string> =>
      (
        await send(`${sandbox}/wallets/${wallet}`, {
          method: 'POST',
          body: {
            pan: '4000000000001000',
            expDate: '203012',
            amount: 99.99,
            currency: 'PLN',
            ...order,
          },
        })
      ).body.token,
    checkout: async (order: object): Promise<string> =>
      (
        await send(`${sandbox}/c2p/checkout`, {
          method: 'POST',
          body: {
            pan: '4000000000001000',
            expDate: '203012',
            amount: 99.99,
            currency: 'PLN',
            ...order,
          },
        })
      ).body.payload,
  }
}
