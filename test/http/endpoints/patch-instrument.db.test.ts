import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('the CVV may come last of all, flat and wrapped', async () => {
    for (const wrap of [(one: object) => one, (one: object) => ({ instrument: one })]) {
      const id = await app.paymentId({ instrument: card({ cvv: null }) })
      const { body } = await app.at('PATCH', `${id}/instrument`, wrap({ cvv: '123' }))
      expect(body.status).toBe('COMPLETED')
      expect(app.world.payment(id).instrument).toMatchObject({
        cardMask: '400000******1000',
        secretOwner: 'api-test',
      })
    }
  })

  test('the expiry date may be corrected alone', async () => {
    const id = await app.paymentId({ instrument: card({ cvv: null }) })
    const { body } = await app.at('PATCH', `${id}/instrument`, { expDate: '203101' })
    expect(body.dataRequest).toBe('CARD_CVV')
    const { vaultRef } = app.world.payment(id).instrument!
    expect(await app.services.vault.read(vaultRef!, 'shop')).toEqual({
      number: '4000000000001000',
      expDate: '203101',
    })
  })

  test('an ambiguous alias is completed by the app', async () => {
    const apps = [{ app: '1001', label: 'one' }]
    app.world.answerWith({ blikPay: { type: 'ambiguous', apps } })
    const instrument = { type: 'BLIK_UID', alias: 'alias-two' }
    const { body } = await app.create({ method: 'BLIK', instrument })
    expect(body).toMatchObject({ status: 'PENDING', dataRequest: 'BLIK_APP', apps })
    app.world.answerWith({ blikPay: { type: 'paid' } })
    const patched = await app.at('PATCH', `${body.paymentId}/instrument`, { app: '1001' })
    app.world.usually()
    expect(patched.body.status).toBe('COMPLETED')
    expect(app.world.payment(body.paymentId).instrument).toMatchObject({
      alias: 'alias-two',
      app: '1001',
    })
  })

  test('the payer may complete it with the CLIENT token', async () => {
    const { paymentId, client } = await app.page({ instrument: card({ cvv: null }) })
    const path = `/payment/${paymentId}/instrument`
    const { body } = await app.call('PATCH', path, { token: client, body: { cvv: '123' } })
    expect(body.status).toBe('COMPLETED')
  })
})

describe('400', () => {
  test('an attribute of nothing says what is missing', async () => {
    const answer = await app.at('PATCH', `${await app.paymentId()}/instrument`, { cvv: '123' })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual([{ field: 'instrument.type', message: 'is missing' }])
  })
})

describe('409', () => {
  test('a finished payment takes no attribute', async () => {
    const id = await app.paymentId({ instrument: card() })
    expectProblem(
      await app.at('PATCH', `${id}/instrument`, { cvv: '123' }),
      'payment_not_completable',
    )
  })
})
