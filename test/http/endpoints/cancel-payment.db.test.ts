import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

const simbank = {
  provider: 'BM',
  bank: 'SIMBANK',
  bankId: 1,
  name: 'Simulated Bank',
  available: true,
  iconURL: 'https://bank.example/icon.svg',
}

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({ banks: () => Promise.resolve([simbank]) })
})
afterAll(() => app.close())

const cancel = (id: string, body?: object) => app.at('POST', `${id}/cancel`, body)

describe('200', () => {
  test('a new payment is cancelled at once', async () => {
    const { body } = await cancel(await app.paymentId(), { reason: 'CLIENT', description: 'x' })
    expect(body).toMatchObject({ status: 'CANCELLED', rejectCode: 'CANCELLED_BY_MERCHANT' })
  })

  test('by the payer it is cancelled by the customer', async () => {
    const { paymentId, client } = await app.page()
    const path = `/payment/${paymentId}/cancel`
    const { body } = await app.call('POST', path, { token: client })
    expect(body).toMatchObject({ status: 'CANCELLED', rejectCode: 'CANCELLED_BY_CUSTOMER' })
  })

  test('a completed sale is reversed and tells of the operation', async () => {
    const id = await app.paymentId({ instrument: card() })
    const { body } = await cancel(id, { reason: 'FRAUD', description: 'stolen' })
    expect(body).toMatchObject({ status: 'CANCELLED', transId: expect.any(String) })
    expect(body.amounts.refundable).toBe(0)
    expect(app.world.payment(id).transactions.at(-1)?.description).toBe('FRAUD: stolen')
  })
})

describe('a bank transfer that was paid', () => {
  const transfer = async () => {
    app.world.answerWith({ bankStart: { type: 'paid' }, refund: { type: 'approved' } })
    const instrument = { type: 'PBL', bank: 'SIMBANK' }
    const id = await app.paymentId({ method: 'PBL', instrument })
    expect(app.world.payment(id).phase).toBe('paid')
    return id
  }

  test('is given back in full: 200', async () => {
    const id = await transfer()
    expect((await cancel(id)).body).toMatchObject({ status: 'CANCELLED' })
    expect(app.world.payment(id).transactions.at(-1)).toMatchObject({
      type: 'REVERSAL',
      status: 'COMPLETED',
      amountMinor: 9999,
    })
  })

  test('at a provider that cannot give it back: 409', async () => {
    const id = await transfer()
    app.services.givesMoneyBack = () => false
    expectProblem(await cancel(id), 'payment_not_cancellable')
    expect(app.world.payment(id).phase).toBe('paid')
  })
})

describe('400', () => {
  test('for an unknown reason', async () => {
    expectProblem(await cancel(await app.paymentId(), { reason: 'MOOD' }), 'invalid_request')
  })
})

describe('409', () => {
  test('what was captured or refunded is not cancelled', async () => {
    const captured = await app.paymentId({ instrument: card(), options: { transKind: 'PREAUTH' } })
    await app.at('POST', `${captured}/capture`, {})
    expectProblem(await cancel(captured), 'capture_exists')
    const refunded = await app.paymentId({ instrument: card() })
    await app.at('POST', `${refunded}/refund`, { amount: 1 })
    expectProblem(await cancel(refunded), 'refund_exists')
  })

  test('nothing is cancelled twice', async () => {
    const id = await app.paymentId()
    await cancel(id)
    const answer = await cancel(id)
    expectProblem(answer, 'payment_not_cancellable')
    expect(answer.body.paymentStatus).toBe('CANCELLED')
  })
})
