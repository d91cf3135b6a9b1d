import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardToken } from '../../../src/domain/card-token.ts'
import type { CardTokenReads } from '../../../src/postgres/card-tokens.ts'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
const token: CardToken = {
  type: 'VTS',
  status: 'ACTIVE',
  tokenizerId: 'tokenizer-1',
  instrumentRef: 'network',
  cardMask: '400000******1000',
  expDate: '203012',
  organization: 'VISA',
  createdAt: 0,
}
beforeAll(async () => {
  app = await startPaymentApp({
    threeDsVersions: () => Promise.resolve({ type: 'notEnrolled' }),
    cardTokens: { findByRef: () => Promise.resolve(token) } as Partial<CardTokenReads> as never,
  })
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

describe('200, of a network token', () => {
  test('a number stands for its card', async () => {
    const instrument = { type: 'VTS', instrumentRef: 'network' }
    const { body } = await app.at('POST', `${await app.paymentId({ instrument })}/binInfo`, sdk)
    expect(body).toMatchObject({ organization: 'VISA', threeDSSupported: false })
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
