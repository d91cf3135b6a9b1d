import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { authenticateMerchant } from '../../../src/http/endpoints/authenticate-merchant.ts'
import { testEndpoints } from '../support/endpoints.ts'
import { newPayment } from '../support/payment.ts'
import { expectProblem } from '../support/problem.ts'
import { SHOP, startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ endpoints: [authenticateMerchant, ...testEndpoints] })
})
afterAll(() => app.close())

const MINUTE_MS = 60_000

const clientOf = ({ id, linkId, validUntil }: Payment) =>
  app.services.bearerTokens.issueClient(
    {
      merchantId: SHOP.merchantId,
      resource: 'PAYMENT',
      paymentId: id,
      credentialsVersion: 2,
      ...(linkId !== undefined && { linkId }),
    },
    validUntil,
  )

async function payer(changes: Partial<Payment> = {}) {
  const payment = newPayment(changes)
  app.memory.put(payment)
  const token = await clientOf(payment)
  return { payment, call: (method: string, path: string) => app.call(method, path, { token }) }
}

describe('a CLIENT token', () => {
  test('reads its own payment', async () => {
    const { payment, call } = await payer()
    const answer = await call('GET', `/payment/${payment.id}`)
    expect(answer.body).toEqual({ paymentId: payment.id })
  })

  test('cannot read another one, which looks like one that is not there', async () => {
    const { call } = await payer()
    const other = newPayment()
    app.memory.put(other)
    expectProblem(await call('GET', `/payment/${other.id}`), 'forbidden')
    expectProblem(await call('GET', '/payment/unknown'), 'forbidden')
  })

  test('cannot do what only servers may', async () => {
    const { payment, call } = await payer()
    expectProblem(await call('POST', `/payment/${payment.id}/command`), 'forbidden')
    expectProblem(await call('GET', '/thing'), 'forbidden')
    expectProblem(await call('GET', '/token-thing'), 'forbidden')
    expectProblem(await call('GET', '/any-thing'), 'forbidden')
  })

  test('dies with its link', async () => {
    const { payment, call } = await payer()
    app.memory.put({ ...payment, linkId: 'restored' })
    expectProblem(await call('GET', `/payment/${payment.id}`), 'unauthorized')
  })

  test('dies at the deadline, but reads the status for 30 minutes more', async () => {
    const past = (minutes: number) => ({ validUntil: Date.now() - minutes * MINUTE_MS })
    const { payment, call } = await payer(past(29))
    expectProblem(await call('GET', `/payment/${payment.id}`), 'forbidden')
    expect((await call('GET', `/payment/${payment.id}/status`)).status).toBe(200)
    const late = await payer(past(31))
    expectProblem(await late.call('GET', `/payment/${late.payment.id}/status`), 'unauthorized')
  })

  test('after the final status reads only the status, for 30 minutes', async () => {
    const ended = (minutes: number): Partial<Payment> => ({
      phase: 'paid',
      completedAt: Date.now() - minutes * MINUTE_MS,
    })
    const { payment, call } = await payer(ended(29))
    expectProblem(await call('GET', `/payment/${payment.id}`), 'forbidden')
    expect((await call('GET', `/payment/${payment.id}/status`)).status).toBe(200)
    const late = await payer(ended(31))
    expectProblem(await late.call('GET', `/payment/${late.payment.id}/status`), 'forbidden')
  })

  test('ends with its merchant', async () => {
    const { payment } = await payer()
    const stale = await app.services.bearerTokens.issueClient(
      {
        merchantId: SHOP.merchantId,
        resource: 'PAYMENT',
        paymentId: payment.id,
        linkId: payment.linkId!,
        credentialsVersion: 1,
      },
      payment.validUntil,
    )
    const answer = await app.call('GET', `/payment/${payment.id}`, { token: stale })
    expectProblem(answer, 'unauthorized')
  })

  test('has a limit of its own', async () => {
    const { payment, call } = await payer()
    const payers = await call('GET', `/payment/${payment.id}`)
    const merchants = await app.call('GET', '/thing', { token: await app.token() })
    expect(payers.headers.get('ratelimit-policy')).toBe('"default";q=20;w=1')
    expect(merchants.headers.get('ratelimit-policy')).not.toContain('q=20;')
  })
})
