import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const failed = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const id = await app.paymentId(changes)
  await app.at('POST', `${id}/cancel`)
  return id
}

describe('200', () => {
  test('one new payment, however often it is called', async () => {
    const id = await failed({ channel: 'PAYWALL', method: 'UNKNOWN', options: { language: 'en' } })
    const { body } = await app.at('POST', `${id}/retry`)
    expect(body).toMatchObject({ status: 'NEW', dataRequest: 'INSTRUMENT' })
    expect(body.paymentId).not.toBe(id)
    expect(body.access_token).toBeTypeOf('string')
    expect((await app.at('POST', `${id}/retry`)).body.paymentId).toBe(body.paymentId)
    const [parent, child] = [app.world.payment(id), app.world.payment(body.paymentId)]
    expect(child).toMatchObject({ parentId: id, order: parent.order, options: parent.options })
    expect(child.linkId).not.toBe(parent.linkId)
  })

  test('without the card that failed', async () => {
    app.world.answerWith({ authorize: { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } })
    const id = await app.paymentId({ instrument: card() })
    app.world.usually()
    const { body } = await app.at('POST', `${id}/retry`)
    expect(app.world.payment(body.paymentId).instrument).toBeUndefined()
  })

  test('parts come along under new ids', async () => {
    const subpayments = [{ merchant: { merchantId: 'other' }, amount: 99.99 }]
    const id = await failed({ order: { subpayments }, options: { transType: 'MARKETPLACE' } })
    const { body } = await app.at('POST', `${id}/retry`)
    const [before] = app.world.payment(id).subpayments
    const [after] = app.world.payment(body.paymentId).subpayments
    expect(after).toMatchObject({ merchantId: 'other', amountMinor: 9999, refundedMinor: 0 })
    expect(after!.subpaymentId).not.toBe(before!.subpaymentId)
  })
})

describe('409', () => {
  test('only a failed payment can be retried', async () => {
    for (const id of [await app.paymentId(), await app.paymentId({ instrument: card() })])
      expectProblem(await app.at('POST', `${id}/retry`), 'payment_not_retryable')
  })

  test('an order that is paid is not paid again', async () => {
    const order = { extOrderId: 'paid-order' }
    const id = await failed({ order })
    await app.paymentId({ order, instrument: card() })
    expectProblem(await app.at('POST', `${id}/retry`), 'order_already_paid')
  })
})
