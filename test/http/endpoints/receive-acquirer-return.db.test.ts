import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { SHOP } from '../support/test-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, { acquirer: 'stripe/main' })
  app.world.answerWith({
    route: {
      type: 'routed',
      choice: { others: 0, accounts: [], authentication: { by: 'acquirer' } },
    },
    authorize: { type: 'redirected', url: 'https://acquirer.example/asks', acquirerRef: 'pi_1' },
  })
})
afterAll(() => app.close())

/** A payer who is at the acquirer's page, and what the browser will say of the charge. */
async function away() {
  const { body } = await app.create({ instrument: card() })
  return { id: String(body.paymentId), reference: String(body.acsData.tdsServerTxnId), body }
}

const back = (query: Record<string, string>, merchantId = SHOP.merchantId) => {
  const text = new URLSearchParams(query).toString()
  return app.call('GET', `/notifications/acquirers/stripe/${merchantId}/main/return?${text}`)
}
const commands = () => app.world.sent.filter(({ command }) => command.name === 'payerReturned')

describe('303', () => {
  test('the answer of create says where the browser goes, and in which window', async () => {
    const { body } = await away()
    expect(body).toMatchObject({
      status: 'PENDING',
      dataRequest: 'CARD_3DS',
      acsData: { redirectURL: 'https://acquirer.example/asks', redirectMode: 'PAGE' },
    })
  })

  test('makes the payment ask the acquirer, and sends the browser on; its words decide nothing', async () => {
    const { id, reference } = await away()
    const was = commands().length
    const { status, headers } = await back({ reference, redirect_status: 'succeeded' })
    expect(status).toBe(303)
    expect(headers.get('location')).toContain(`https://shop.example/return?paymentId=${id}`)
    expect(commands().slice(was)).toMatchObject([{ command: { name: 'payerReturned', reference } }])
    expect((await app.at('GET', `${id}/status`)).body.status).toBe('PENDING')
  })

  test('what the browser brings for the acquirer is taken along once', async () => {
    const { reference } = await away()
    const was = commands().length
    for (const _ of ['first', 'repeated']) await back({ reference, redirectResult: 'X6XtfGC3!Y' })
    expect(commands().slice(was)).toMatchObject([{ command: { proof: 'X6XtfGC3!Y' } }])
  })

  test('a payer who is not away any more is only sent on', async () => {
    const { id } = await away()
    const was = commands().length
    expect((await back({ reference: `${id}-auth-abcdefgh` })).status).toBe(303)
    expect(commands()).toHaveLength(was)
  })
})

describe('400', () => {
  test('without the charge', async () => {
    expectProblem(await back({}), 'invalid_request')
  })
})

describe('404', () => {
  test('for a charge that is nobody’s, or of another merchant', async () => {
    expectProblem(await back({ reference: 'unknown-auth-abcdefgh' }), 'payment_not_found')
    const { reference } = await away()
    expectProblem(await back({ reference }, '99999999'), 'payment_not_found')
  })
})
