import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('a new link and a new token, and the old token dies', async () => {
    const { paymentId, client, redirectURL } = await app.page()
    const { validUntil } = app.world.payment(paymentId)
    const { body } = await app.at('POST', `${paymentId}/restore`)
    expect(app.world.payment(paymentId).validUntil).toBeGreaterThan(validUntil)
    expect(body.paymentId).toBe(paymentId)
    expect(body.redirectURL).toMatch(/\/pay\/[a-z]{27}$/)
    expect(body.redirectURL).not.toBe(redirectURL)
    const read = (token: string) => app.call('GET', `/payment/${paymentId}`, { token })
    expect((await read(body.access_token)).status).toBe(200)
    expectProblem(await read(client), 'unauthorized')
  })
})

describe('200, the token', () => {
  test('names its type in a claim, as the one of create does', async () => {
    const { paymentId, client } = await app.page()
    const { body } = await app.at('POST', `${paymentId}/restore`)
    for (const token of [client, body.access_token])
      expect(decodeJwt(token)).toMatchObject({ type: 'CLIENT', sub: paymentId })
  })
})

describe('403', () => {
  test('the payer cannot restore it', async () => {
    const { paymentId, client } = await app.page()
    const path = `/payment/${paymentId}/restore`
    expectProblem(await app.call('POST', path, { token: client }), 'forbidden')
  })
})

describe('409', () => {
  test('only a new payment with a page can be restored', async () => {
    const { paymentId } = await app.page()
    await app.at('POST', `${paymentId}/cancel`)
    for (const id of [paymentId, await app.paymentId()])
      expectProblem(await app.at('POST', `${id}/restore`), 'payment_not_restorable')
  })
})
