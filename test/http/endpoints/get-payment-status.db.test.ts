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
  test('tells the status and whether it is final for the payer', async () => {
    const open = await app.paymentId()
    expect((await app.at('GET', `${open}/status`)).body).toEqual({
      paymentId: open,
      status: 'NEW',
      statusPresentation: false,
      dataRequest: 'INSTRUMENT',
    })
    const paid = await app.paymentId({ instrument: card() })
    expect((await app.at('GET', `${paid}/status`)).body).toEqual({
      paymentId: paid,
      status: 'COMPLETED',
      statusPresentation: true,
    })
  })

  test('wait holds the answer until the status changes', async () => {
    const id = await app.paymentId()
    const held = app.at('GET', `${id}/status?wait=30`)
    await app.at('PUT', `${id}/instrument`, card())
    expect((await held).body.status).toBe('COMPLETED')
  })

  test('while holds the answer for as long as the status is that one', async () => {
    const id = await app.paymentId()
    const held = app.at('GET', `${id}/status?wait=30&while=NEW`)
    await app.at('PUT', `${id}/instrument`, card())
    expect((await held).body.status).toBe('COMPLETED')
  })

  test('while does not wait for a change that has happened before the question', async () => {
    const id = await app.paymentId({ instrument: card() })
    const asked = Date.now()
    const { body } = await app.at('GET', `${id}/status?wait=30&while=PENDING`)
    expect(body.status).toBe('COMPLETED')
    expect(Date.now() - asked).toBeLessThan(15_000)
  })

  test('while ends with the time of wait', async () => {
    const id = await app.paymentId()
    expect((await app.at('GET', `${id}/status?wait=1&while=NEW`)).body.status).toBe('NEW')
  })

  test('the payer may read how it ended, but not why it would help a thief', async () => {
    const { paymentId, client } = await app.page()
    app.world.answerWith({ authorize: { type: 'declined', rejectCode: 'CARD_BLOCKED' } })
    await app.at('PATCH', paymentId, { instrument: card() })
    app.world.usually()
    const { body } = await app.call('GET', `/payment/${paymentId}/status`, { token: client })
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'DECLINED' })
    const merchant = await app.at('GET', `${paymentId}/status`)
    expect(merchant.body.rejectCode).toBe('CARD_BLOCKED')
  })
})

describe('304', () => {
  test('a status that is known already is not sent again, a new one is', async () => {
    const id = await app.paymentId()
    const etag = (await app.at('GET', `${id}/status`)).headers.get('etag')!
    const known = { 'if-none-match': etag }
    const same = await app.at('GET', `${id}/status?wait=1`, undefined, known)
    expect([same.status, same.text]).toEqual([304, ''])
    await app.at('PUT', `${id}/instrument`, card())
    expect((await app.at('GET', `${id}/status`, undefined, known)).body.status).toBe('COMPLETED')
  })
})

describe('400', () => {
  test.for(['31', '-1', 'x', '1.5'])('nobody waits %s seconds', async (wait) => {
    const id = await app.paymentId()
    expectProblem(await app.at('GET', `${id}/status?wait=${wait}`), 'invalid_request')
  })

  test('nobody waits for the end of a status that there is not', async () => {
    const id = await app.paymentId()
    expectProblem(await app.at('GET', `${id}/status?wait=1&while=DONE`), 'invalid_request')
  })
})

describe('404', () => {
  test('for an unknown payment', async () => {
    expectProblem(await app.at('GET', 'unknown/status'), 'payment_not_found')
  })
})
