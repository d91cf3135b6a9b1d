import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({ threeDsVersions: () => Promise.resolve({ type: 'notEnrolled' }) })
})
afterAll(() => app.close())

const sdk = { channel: 'MOBILE', sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.2.0' }

describe('200', () => {
  test('the card is known already, to the payer too', async () => {
    const { paymentId, client } = await app.page({ instrument: card({ cvv: null }) })
    const path = `/payment/${paymentId}/binInfo`
    const { body, text } = await app.call('POST', path, { token: client, body: sdk })
    expect(body).toMatchObject({ organization: 'VISA', threeDSSupported: false })
    expect(text).not.toContain('4000000000001000')
  })
})

describe('400', () => {
  test('without versions', async () => {
    expectProblem(await app.at('POST', `${await app.paymentId()}/binInfo`, {}), 'invalid_request')
  })
})

describe('409', () => {
  test('there is no card yet', async () => {
    const answer = await app.at('POST', `${await app.paymentId()}/binInfo`, sdk)
    expectProblem(answer, 'card_missing')
    expect(answer.body.paymentStatus).toBe('NEW')
  })
})
