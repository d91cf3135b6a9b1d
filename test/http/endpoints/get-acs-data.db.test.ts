import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const challenge = {
  type: 'challenge',
  serverTransId: 'server-1',
  acsTransId: 'acs-1',
  acsUrl: 'https://acs.example',
  version: '2.2.0',
  ranges: { acsStartProtocol: '2.1.0', acsEndProtocol: '2.2.0' },
} as const

describe('200', () => {
  test('is what create answered', async () => {
    app.world.answerWith({ authenticate: challenge })
    const { body } = await app.create({ instrument: card() })
    app.world.usually()
    const { body: data } = await app.at('GET', `${body.paymentId}/acsData`)
    expect(data).toEqual(body.acsData)
    expect(data).toMatchObject({ tdsServerTxnId: 'server-1', acsEndProtocol: '2.2.0' })
  })
})

describe('409', () => {
  test('no challenge waits', async () => {
    const id = await app.paymentId({ instrument: card() })
    const answer = await app.at('GET', `${id}/acsData`)
    expectProblem(answer, 'no_challenge_pending')
    expect(answer.body.paymentStatus).toBe('COMPLETED')
  })
})
