import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callRequestOf } from '../../../src/domain/payment/call-request.ts'
import { CARD, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { openHostedPage } from '../../support/hosted-page.ts'

/** What the payer has written into it himself stands first; the proxy adds whom it has seen. */
const forwarded = (address: string) => ({ 'x-forwarded-for': `203.0.113.9, ${address}` })
const PAYER = '198.51.100.7'
const limit = { RATE_LIMIT_PER_SECOND: '10' }

const apps: PaymentApp[] = []
const startBehind = async (environment: Record<string, string>): Promise<PaymentApp> => {
  const app = await startPaymentApp(
    {},
    {},
    { page: true, environment: { ...limit, ...environment } },
  )
  apps.push(app)
  return app
}
let behindProxy: PaymentApp
let open: PaymentApp
beforeAll(async () => {
  behindProxy = await startBehind({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  open = await startBehind({})
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

describe('what issuers are told of the payer', () => {
  const addressToldBy = async (app: PaymentApp) => {
    const { paymentId, redirectURL } = await app.page({})
    const link = app.url + new URL(redirectURL).pathname
    await (await openHostedPage(link, forwarded(PAYER))).payByCard(CARD)
    const payment = app.world.payment(paymentId)
    const call = {
      id: 'c',
      kind: 'authenticate',
      reference: 'r',
      amountMinor: 1,
      attempt: 1,
    } as const
    return callRequestOf(payment, call).ip
  }

  test('behind a trusted proxy is the address of the payer', async () => {
    expect(await addressToldBy(behindProxy)).toBe(PAYER)
  })

  test('is the address of the connection, whatever it claims, where no proxy is trusted', async () => {
    expect(await addressToldBy(open)).toBe('127.0.0.1')
  })
})

describe('the limit of strangers', () => {
  const strangers = async (app: PaymentApp, addressOf: (index: number) => string) => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        fetch(`${app.url}/pay/returned`, { headers: forwarded(addressOf(index)) }),
      ),
    )
    return answers.filter(({ status }) => status === 429).length
  }

  test('counts payers apart who come through one proxy', async () => {
    expect(await strangers(behindProxy, (index) => `198.51.100.${String(index)}`)).toBe(0)
    expect(await strangers(behindProxy, () => PAYER)).toBeGreaterThan(0)
  })

  test('is not escaped by a header that nobody vouches for', async () => {
    expect(await strangers(open, (index) => `198.51.100.${String(index)}`)).toBeGreaterThan(0)
  })
})
