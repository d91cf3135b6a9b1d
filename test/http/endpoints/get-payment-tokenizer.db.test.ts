import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tokenizationOf } from '../../../src/domain/tokenization/from-payment.ts'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())
afterEach(() => app.world.usually())

const options = { tokenize: true }
const tokenizer = (id: string) => app.at('GET', `${id}/tokenizer`)

describe('200', () => {
  test('before the payment is paid it waits with it, and fails with it', async () => {
    const id = await app.paymentId({ options })
    const { tokenizerId } = (await app.at('GET', id)).body
    const { body } = await tokenizer(id)
    expect(body).toEqual({ tokenizerId, status: 'NEW', kind: 'COF' })
    await app.at('POST', `${id}/cancel`)
    expect((await tokenizer(id)).body).toMatchObject({
      status: 'CANCELLED',
      rejectCode: 'CANCELLED_BY_MERCHANT',
    })
  })

  test('once it is paid the card is being stored, then the token is there', async () => {
    const id = await app.paymentId({ options, instrument: card() })
    expect((await tokenizer(id)).body).toMatchObject({ status: 'PENDING' })
    const command = tokenizationOf(app.world.payment(id))
    await app.tokenizations.take(command.tokenizerId, command)
    const { body } = await tokenizer(id)
    expect(body).toMatchObject({
      tokenizerId: command.tokenizerId,
      status: 'COMPLETED',
      token: { type: 'COF', instrumentNo: expect.any(String) },
    })
    const { instrumentNo } = body.token as { instrumentNo: string }
    const subsequent = { recurring: 'SUBSEQUENT', refPaymentId: id }
    const again = await app.create({
      instrument: { type: 'COF', instrumentNo },
      options: subsequent,
    })
    expect(again.body.status).toBe('PENDING')
    expect((await app.at('GET', again.body.paymentId)).body.status).toBe('COMPLETED')
  })

  test('what is no card cannot be stored', async () => {
    const id = await app.paymentId({ options, instrument: card() })
    const payment = app.world.payment(id)
    app.world.put({ ...payment, instrument: { type: 'VTS', instrumentRef: 'ref' } })
    expect((await tokenizer(id)).body).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'METHOD_NOT_SUPPORTED',
    })
  })
})

describe('404', () => {
  test('for an unknown payment', async () => {
    expectProblem(await tokenizer('unknown'), 'payment_not_found')
  })
})

describe('409', () => {
  test('a payment that stores no card has none', async () => {
    expectProblem(await tokenizer(await app.paymentId()), 'no_tokenization')
  })
})
