import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

import { CompactEncrypt, importJWK } from 'jose'

describe('200', () => {
  test('takes the instrument flat and wrapped', async () => {
    for (const wrap of [(one: object) => one, (one: object) => ({ instrument: one })]) {
      const id = await app.paymentId()
      const answer = await app.at('PUT', `${id}/instrument`, wrap(card()))
      expect([answer.status, answer.body.status]).toEqual([200, 'COMPLETED'])
    }
  })

  test('asks for the CVV when it is missing', async () => {
    const id = await app.paymentId()
    const { body } = await app.at('PUT', `${id}/instrument`, card({ cvv: null }))
    expect(body).toMatchObject({ status: 'NEW', dataRequest: 'CARD_CVV' })
  })

  test('the payer may choose another method than was named', async () => {
    const id = await app.paymentId({ method: 'CARD' })
    const { body } = await app.at('PUT', `${id}/instrument`, { type: 'BLIK_CODE', code: '777123' })
    expect(body).toMatchObject({ status: 'PENDING', method: 'BLIK' })
    expect(app.services.secrets.read(id)).toEqual({ code: '777123' })
  })

  test('a wallet token goes to the vault as it is, with the time it came', async () => {
    const id = await app.paymentId()
    await app.at('PUT', `${id}/instrument`, { type: 'GPAY', token: 'e30=' })
    const { vaultRef } = app.world.payment(id).instrument!
    expect(await app.services.vault.read(vaultRef!, 'shop')).toEqual({
      token: 'e30=',
      receivedAt: expect.any(Number),
    })
  })

  test.for([
    ['UNSUPPORTED_BIN', card({ instrumentNo: '4999990000000007' })],
    ['METHOD_NOT_SUPPORTED', { type: 'PBL', bank: 'ANY' }],
  ] as const)('%s ends the payment', async ([rejectCode, instrument]) => {
    const id = await app.paymentId({ options: { methods: 'CARD' } })
    const { body } = await app.at('PUT', `${id}/instrument`, instrument)
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode })
  })

  test('encrypted fields are opened', async () => {
    app.world.answerWith({ authorize: undefined })
    const id = await app.paymentId()
    const { body } = await app.at('PUT', `${id}/instrument`, {
      type: 'CARD',
      encInstrumentNo: await encrypted('4111111111111111'),
      encExpDate: await encrypted('203012'),
      encCvv: await encrypted('456'),
    })
    app.world.usually()
    expect(body.status).toBe('PENDING')
    expect(app.world.payment(id).instrument).toMatchObject({ cardMask: '411111******1111' })
    expect(app.services.secrets.read(id)).toEqual({ cvv: '456' })
  })
})

describe('400', () => {
  test.for([
    ['instrument.code', () => ({ type: 'BLIK_CODE', code: '12' })],
    ['instrument.expDate', () => card({ expDate: '202001' })],
    ['instrument.encInstrumentNo', () => encryptedCard('4000000000001001')],
    ['instrument.encInstrumentNo', () => encryptedCard('4000000000001000', { mid: 'other' })],
    ['instrument.encInstrumentNo', () => encryptedCard('4000000000001000', { iat: 1 })],
  ] as const)('%s', async ([field, instrument]) => {
    const id = await app.paymentId()
    const answer = await app.at('PUT', `${id}/instrument`, await instrument())
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toMatchObject([{ field }])
    expect(answer.text).not.toContain('400000000000100')
  })
})

describe('409', () => {
  test('a finished payment takes no instrument', async () => {
    const id = await app.paymentId({ instrument: card() })
    expectProblem(await app.at('PUT', `${id}/instrument`, card()), 'payment_not_completable')
  })
})

describe('422', () => {
  test('another card than that of the first payment cannot be charged without the payer', async () => {
    const first = await app.paymentId({ instrument: card(), options: { recurring: 'INITIAL' } })
    const id = await app.paymentId({ options: { recurring: 'SUBSEQUENT', refPaymentId: first } })
    const other = card({ instrumentNo: '4111111111111111' })
    expectProblem(await app.at('PUT', `${id}/instrument`, other), 'reference_payment_not_usable')
    expect((await app.at('PUT', `${id}/instrument`, card())).body.status).toBe('COMPLETED')
  })
})

async function encrypted(text: string, header: object = {}): Promise<string> {
  const { body } = await app.call('GET', '/.well-known/jwks.json')
  const jwk = body.keys.find(({ alg }: { alg: string }) => alg === 'RSA-OAEP-256')
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: jwk.kid,
      iat: Math.floor(Date.now() / 1000),
      mid: 'shop',
      ...header,
    })
    .encrypt(await importJWK(jwk))
}

const encryptedCard = async (number: string, header: object = {}) => ({
  type: 'CARD',
  encInstrumentNo: await encrypted(number, header),
  expDate: '203012',
})
