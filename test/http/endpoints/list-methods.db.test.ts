import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, { methods: ['CARD', 'BLIK'], channels: ['WEBAPI'] })
})
afterAll(() => app.close())

const active = async (token: string) => {
  const { body } = await app.call('GET', '/payment/methods', { token })
  return (body.methods as { method: string; status: string }[])
    .filter(({ status }) => status === 'ACTIVE')
    .map(({ method }) => method)
}

describe('200', () => {
  test('shows what is activated, and all the others as INACTIVE when it is asked for all', async () => {
    const listed = async (query: string) => (await app.at('GET', `methods${query}`)).body.methods
    for (const query of ['', '?all=false'])
      expect(await listed(query)).toMatchObject([
        { method: 'CARD', status: 'ACTIVE' },
        { method: 'BLIK', status: 'ACTIVE' },
      ])
    const all = (await listed('?all=true')) as { status: string }[]
    expect(all.map(({ status }) => status)).toEqual(
      ['ACTIVE', 'INACTIVE', 'ACTIVE', 'INACTIVE', 'INACTIVE', 'INACTIVE'], // CARD, PBL, BLIK, wallets
    )
    expectProblem(await app.at('GET', 'methods?all=maybe'), 'invalid_request')
  })

  test("tells which are active in the token's channel", async () => {
    expect(await active(app.bearer)).toEqual(['CARD', 'BLIK'])
    expect(await active(await app.token({ channel: 'PAYWALL' }))).toEqual([])
  })
})

describe('403', () => {
  test('a token for tokenization is not enough', async () => {
    const token = await app.token({ resource: 'TOKENIZER' })
    expectProblem(await app.call('GET', '/payment/methods', { token }), 'forbidden')
  })
})
