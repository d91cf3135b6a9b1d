import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { wants } from '../../src/domain/payment/wants.ts'
import { card, paymentBody, startPaymentApp } from './support/payment-app.ts'
import type { PaymentApp } from './support/payment-app.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())
afterEach(() => app.world.usually())

/** A keyed sale whose process died with the CVV: what it was asked, and how to ask it again. */
async function lostSale() {
  app.world.answerWith({ authorize: { type: 'secretLost' } })
  const body = paymentBody({ instrument: card() })
  const headers = { 'idempotency-key': randomUUID() }
  const again = (changed: object = {}) =>
    app.call('POST', '/payment', { token: app.bearer, body: { ...body, ...changed }, headers })
  const first = await again()
  const paymentId = String(first.body.paymentId)
  expect(wants(app.world.payment(paymentId))).toBe('CARD_CVV')
  app.world.usually()
  return { first, paymentId, again }
}

const forgetAnswers = () => app.pool.query({ text: 'delete from idempotent_answer' })
const completions = (paymentId: string) =>
  app.world.sent.filter(
    ({ command, meta }) =>
      command.name === 'complete' && meta.commandId !== paymentId && isOf(paymentId, command),
  )
const isOf = (paymentId: string, command: object): boolean =>
  JSON.stringify(command).includes(String(app.world.payment(paymentId).instrument?.vaultRef))

describe('a create repeated under its key while its payment waits for a CVV that was lost', () => {
  test('is the completion, and is given the first answer', async () => {
    const { first, paymentId, again } = await lostSale()
    const repeated = await again()
    expect(repeated.status).toBe(200)
    expect(repeated.body).toMatchObject({ paymentId, status: first.body.status })
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect(app.world.payment(paymentId).phase).toBe('paid')
    await again()
    expect(completions(paymentId)).toHaveLength(1)
  })

  test('is the completion too when the first answer died with its process', async () => {
    const { paymentId, again } = await lostSale()
    await forgetAnswers()
    expect((await again()).body).toMatchObject({ paymentId })
    expect(app.world.payment(paymentId).phase).toBe('paid')
    expect(completions(paymentId)).toHaveLength(1)
  })

  test('completes once, however many repeats come at once', async () => {
    const { paymentId, again } = await lostSale()
    const answers = await Promise.all([again(), again(), again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(app.world.payment(paymentId).phase).toBe('paid')
    expect(completions(paymentId)).toHaveLength(1)
  })

  test('completes again when the CVV was lost once more', async () => {
    const { paymentId, again } = await lostSale()
    app.world.answerWith({ authorize: { type: 'secretLost' } })
    await again()
    expect(wants(app.world.payment(paymentId))).toBe('CARD_CVV')
    app.world.usually()
    await again()
    expect(app.world.payment(paymentId).phase).toBe('paid')
    expect(completions(paymentId)).toHaveLength(2)
  })

  test('gives no CVV to another card, which the payer has given since', async () => {
    const { paymentId, again } = await lostSale()
    app.world.answerWith({ authorize: { type: 'secretLost' } })
    await app.at('PUT', `${paymentId}/instrument`, card({ instrumentNo: '4000000000001075' }))
    app.world.usually()
    expect((await again()).status).toBe(200)
    expect(wants(app.world.payment(paymentId))).toBe('CARD_CVV')
  })

  test('without a CVV in it changes nothing', async () => {
    const { paymentId, again } = await lostSale()
    const { cvv: _, ...withoutCvv } = card()
    expect((await again({ instrument: withoutCvv })).status).toBe(200)
    expect(wants(app.world.payment(paymentId))).toBe('CARD_CVV')
  })
})
