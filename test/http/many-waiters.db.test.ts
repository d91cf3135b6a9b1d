import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentApp } from './support/payment-app.ts'
import type { PaymentApp } from './support/payment-app.ts'
import { createPaymentWorld } from './support/payment-world.ts'

let app: PaymentApp
/** Of those who wait for news of a payment: whether anybody still does. */
const underWay = new Set<AbortSignal>()

beforeAll(async () => {
  const world = createPaymentWorld()
  const waitForNewer = (_id: string, _version: number, timeoutMs: number, signal?: AbortSignal) =>
    new Promise<undefined>((resolve) => {
      if (!signal) throw new Error('nobody could end this wait')
      underWay.add(signal)
      const end = () => {
        underWay.delete(signal)
        resolve(undefined)
      }
      signal.addEventListener('abort', end)
      setTimeout(end, timeoutMs).unref()
    })
  app = await startPaymentApp(
    { gateway: world.gateway, payments: { ...world.reads, waitForNewer } },
    {},
    { page: true, environment: { RATE_LIMIT_PER_SECOND: '100000' } },
  )
})
afterAll(() => app.close())

interface Held {
  /** Statuses that came at once, of so many that asked. */
  turnedAway(): number[]
  hangUp(): Promise<void>
}

function flood(url: string, headers: Record<string, string>, count: number): Held {
  const caller = new AbortController()
  const statuses: number[] = []
  const asked = Array.from({ length: count }, async () => {
    const answer = await fetch(url, { headers, signal: caller.signal })
    statuses.push(answer.status)
    await answer.arrayBuffer()
  })
  return {
    turnedAway: () => statuses,
    hangUp: async () => {
      caller.abort()
      await Promise.allSettled(asked)
    },
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const api = (path: string) => `${app.url}/v1/ecommerce${path}`

async function pageOf() {
  const { paymentId, redirectURL } = await app.page()
  const opened = await fetch(app.url + new URL(redirectURL).pathname, { redirect: 'manual' })
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const url = `${app.url}/pay/p/${paymentId}/state`
  const { screen } = (await (await fetch(url, { headers: { cookie } })).json()) as {
    screen: string
  }
  return { url: `${url}?since=${screen}`, headers: { cookie } }
}

const waits: [string, () => Promise<{ url: string; headers: Record<string, string> }>][] = [
  ['events', async () => ({ url: api('/events?wait=30'), headers: bearer(app.bearer) })],
  [
    "a payment's status",
    async () => ({
      url: api(`/payment/${await app.paymentId()}/status?wait=30`),
      headers: bearer(app.bearer),
    }),
  ],
  ["the payer's page", pageOf],
]

test.each(waits)(
  'of many who wait for %s only so many are held, and a hang-up ends the wait',
  async (_, prepare) => {
    const { url, headers } = await prepare()
    const held = flood(url, headers, 60)
    await expect.poll(() => held.turnedAway().length, { timeout: 60_000 }).toBeGreaterThan(39)
    expect(new Set(held.turnedAway())).toEqual(new Set([429]))
    await held.hangUp()
    // Sooner than they would have been answered.
    await expect.poll(() => underWay.size, { timeout: 25_000 }).toBe(0)
  },
)
