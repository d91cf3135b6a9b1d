import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, providerKeys, shop, stack } from '../support/world.ts'

const blik = (instrument: object, wish = {}) => shop.create({ method: 'BLIK', instrument, ...wish })
const withCode = (code: string, wish = {}) => blik({ type: 'BLIK_CODE', code }, wish)

describe.concurrent('a BLIK code', () => {
  test('confirmed in the app completes the payment, with one charge', async () => {
    const { paymentId, status } = await withCode('777123')
    expect(status).toBe('PENDING')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toMatchObject([
      { provider: 'blik', amountMinor: 9999 },
    ])
    expect((await shop.read(paymentId)).instrument).toMatchObject({ type: 'BLIK_CODE' })
  })

  test.each([
    ['100001', 'BLIK_CODE_INVALID'],
    ['100002', 'BLIK_CODE_EXPIRED'],
    ['100003', 'DECLINED_BY_PAYER'],
    ['100004', 'INSUFFICIENT_FUNDS'],
  ])('%s ends REJECTED with %s', async (code, rejectCode) => {
    const { paymentId } = await withCode(code)
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({ rejectCode })
    expect(await behind.moved(paymentId, 'authorize')).toEqual([])
  })

  test.each([
    ['100007', 'confirmed twice'],
    ['100008', 'confirmed by a message that is lost'],
  ])('%s, %s, is charged once', async (code) => {
    const { paymentId } = await withCode(code)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('never confirmed ends REJECTED by itself, closed at the provider', async () => {
    const { paymentId } = await withCode('100005')
    await shop.advance(paymentId, 61)
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({ rejectCode: 'BLIK_TIMEOUT' })
  })

  test('confirmed after our time sends the money back and stays REJECTED', async () => {
    const { paymentId } = await withCode('100006')
    await shop.advance(paymentId, 61)
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({ rejectCode: 'BLIK_TIMEOUT' })
    await until('sent back', () => behind.moved(paymentId, 'refund'), isOne)
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    expect((await shop.status(paymentId)).status).toBe('REJECTED')
  })

  test('may come later, and a malformed one is a 400', async () => {
    const { paymentId, status } = await shop.create({ method: 'BLIK' })
    expect(status).toBe('NEW')
    for (const code of ['12', '12345a', '1234567', 777123])
      expectProblem(await shop.give(paymentId, { type: 'BLIK_CODE', code }), 400)
    await shop.give(paymentId, { type: 'BLIK' }).then(({ body }) => {
      expect(body).toMatchObject({ dataRequest: 'BLIK_CODE' })
    })
    const given = await shop.call('PATCH', `/payment/${paymentId}/instrument`, { code: '777999' })
    expect(given.status, given.text).toBe(200)
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('is cancelled at the provider when the merchant cancels', async () => {
    const { paymentId } = await withCode('100005')
    await shop.order(paymentId, 'cancel')
    expect(await shop.reaches(paymentId, 'CANCELLED')).toMatchObject({
      rejectCode: 'CANCELLED_BY_MERCHANT',
    })
  })

  test('paid is cancelled by sending the money back', async () => {
    const { paymentId } = await withCode('777123')
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED')
    expect(await behind.moved(paymentId, 'refund')).toMatchObject([{ amountMinor: 9999 }])
  })
})

describe.concurrent('a BLIK alias', () => {
  test.each(['BLIK_UID', 'BLIK_PAYID'])('of type %s pays without a code', async (type) => {
    const { paymentId } = await blik({ type, alias: 'alias-one' })
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('that means two apps asks which, and charges nobody before', async () => {
    const { paymentId } = await blik({ type: 'BLIK_UID', alias: 'alias-two' })
    const asked = await until(
      'the question',
      () => shop.status(paymentId),
      ({ dataRequest }) => dataRequest === 'BLIK_APP',
    )
    expect(asked.apps.map(({ app }: Json) => app)).toEqual(['1001', '1002'])
    expect(await behind.moved(paymentId, 'authorize')).toEqual([])
    const chosen = await shop.call('PATCH', `/payment/${paymentId}/instrument`, { app: '1002' })
    expect(chosen.status, chosen.text).toBe(200)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('that nobody knows leaves the payment open for a code', async () => {
    const { paymentId } = await blik({ type: 'BLIK_UID', alias: 'alias-none' })
    const asked = await until(
      'the code asked for',
      () => shop.status(paymentId),
      ({ dataRequest }) => dataRequest === 'BLIK_CODE',
    )
    expect(asked.status).toBe('PENDING')
    expect(await shop.transactions(paymentId)).toMatchObject([
      { type: 'AUTH', status: 'REJECTED', rejectCode: 'BLIK_ALIAS_UNKNOWN' },
    ])
    const given = await shop.call('PATCH', `/payment/${paymentId}/instrument`, {
      type: 'BLIK_CODE',
      code: '777123',
    })
    expect(given.status, given.text).toBe(200)
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('is registered with a payment and then pays the next', async () => {
    const value = `alias-${randomUUID()}`
    const first = await withCode('777123', { options: { registerAlias: { value, label: 'Shop' } } })
    await shop.reaches(first.paymentId, 'COMPLETED')
    const info = await shop.sees(first.paymentId, ({ alias }) => alias?.status === 'REGISTERED')
    expect(info.alias).toEqual({ value, status: 'REGISTERED' })
    const second = await blik({ type: 'BLIK_UID', alias: value })
    await shop.reaches(second.paymentId, 'COMPLETED')
  })

  test('PAYID: is agreed to with a first payment, and then charged by the merchant alone', async () => {
    const first = await withCode('777123', {
      amount: 30,
      options: { recurring: 'INITIAL', registerAlias: true },
    })
    await shop.reaches(first.paymentId, 'COMPLETED')
    const { alias } = await shop.sees(
      first.paymentId,
      (info) => info.alias?.status === 'REGISTERED',
    )
    const again = (amount: number, value = alias.value) =>
      blik(
        { type: 'BLIK_PAYID', alias: value },
        { amount, options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId } },
      )
    const second = await again(20)
    await shop.reaches(second.paymentId, 'COMPLETED')
    expect(await shop.read(second.paymentId)).toMatchObject({ refPaymentId: first.paymentId })
    // More than the payer has agreed to.
    const third = await again(30.01)
    await shop.reaches(third.paymentId, 'REJECTED')
    expect(await shop.read(third.paymentId)).toMatchObject({ rejectCode: 'LIMIT_EXCEEDED' })
  })

  test('is not registered by a payment that was declined', async () => {
    const value = `alias-${randomUUID()}`
    const options = { registerAlias: { value } }
    const { paymentId } = await withCode('100003', { options })
    await shop.reaches(paymentId, 'REJECTED')
    expect((await shop.read(paymentId)).alias?.status).not.toBe('REGISTERED')
  })
})

describe.concurrent('a message in the name of BLIK', () => {
  test('is not believed without its signature, and unknown orders are a 404', async () => {
    const { paymentId } = await withCode('100005')
    const body = message(`${paymentId}-authorize-x`)
    for (const headers of [{}, { signature: '00' }, { signature: sign('another key', body) }])
      expectProblem(await tell(body, headers), 401, 'invalid_signature')
    expectProblem(await tellSigned(message('nobody')), 404)
    expectProblem(await tellSigned('{"status":"CONFIRMED"}'), 400)
    expect((await shop.status(paymentId)).status).toBe('PENDING')
  })

  test('about another order of the payment, or after its end, changes nothing', async () => {
    const { paymentId } = await withCode('100003')
    const stray = await tellSigned(message(`${paymentId}-authorize-stray`))
    expect(stray.status).toBeLessThan(500)
    await shop.reaches(paymentId, 'REJECTED')
    expect(await behind.moved(paymentId, 'authorize')).toEqual([])
  })
})

const isOne = (list: unknown[]): boolean => list.length === 1

const message = (orderId: string): string =>
  JSON.stringify({ orderId, transactionId: randomUUID(), status: 'CONFIRMED' })

const sign = (key: string, body: string): string =>
  createHmac('sha256', key).update(body).digest('hex')

const tell = (body: string, headers: Record<string, string>) =>
  send(`${stack.api}/v1/ecommerce/notifications/blikweb/status`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

const tellSigned = (body: string) =>
  tell(body, { signature: sign(providerKeys().blikWebhookKey, body) })
