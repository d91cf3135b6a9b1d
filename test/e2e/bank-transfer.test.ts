import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { decideAtBank } from '../support/payer.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, providerKeys, shop, stack } from '../support/world.ts'

const transfer = (wish = {}) =>
  shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' }, ...wish })

describe.concurrent('a bank transfer', () => {
  test('paid at the bank completes, and the payer is sent back to the shop', async () => {
    const { paymentId, redirectURL, status } = await transfer()
    expect(status).toBe('PENDING')
    const landed = await decideAtBank(redirectURL, 'pay')
    expect(landed.status).toBe(303)
    expect(landed.headers.get('location')).toMatch(/^http/)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toMatchObject([
      { provider: 'bank', amountMinor: 9999 },
    ])
    const { refundId } = await shop.order(paymentId, 'refund')
    await until('refunded', () => shop.refund(paymentId, refundId), isCompleted)
  })

  test('that was paid is given back in full when it is cancelled', async () => {
    const { paymentId, redirectURL } = await transfer()
    await decideAtBank(redirectURL, 'pay')
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.order(paymentId, 'cancel')
    expect(await shop.reaches(paymentId, 'CANCELLED')).toMatchObject({
      rejectCode: 'CANCELLED_BY_MERCHANT',
    })
    expect((await shop.transactions(paymentId)).at(-1)).toMatchObject({
      type: 'REVERSAL',
      status: 'COMPLETED',
      amount: 99.99,
    })
    expect(await behind.moved(paymentId, 'refund')).toMatchObject([{ amountMinor: 9999 }])
    expectProblem(await shop.command(paymentId, 'refund'), 409, 'payment_not_refundable')
  })

  test('declined at the bank ends REJECTED', async () => {
    const { paymentId, redirectURL } = await transfer()
    await decideAtBank(redirectURL, 'decline')
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'DECLINED_BY_PAYER',
    })
  })

  test('paid after the browser came back is found by asking', async () => {
    const { paymentId, redirectURL } = await transfer({ instrument: { type: 'PBL', bankId: 2 } })
    await decideAtBank(redirectURL, 'later')
    expect((await shop.status(paymentId)).status).toBe('PENDING')
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('left alone ends with its time', async () => {
    const { paymentId } = await transfer({ options: { validTime: 600 } })
    await shop.advance(paymentId, 601)
    expect(await shop.status(paymentId)).toMatchObject({
      status: 'CANCELLED',
      rejectCode: 'EXPIRED',
    })
  })

  test('paid after its end is sent back, and the status stays', async () => {
    const { paymentId, redirectURL } = await transfer({ options: { validTime: 600 } })
    await shop.advance(paymentId, 601)
    await shop.reaches(paymentId, 'CANCELLED')
    await decideAtBank(redirectURL, 'pay')
    await shop.advance(paymentId, 86_400)
    await until(
      'sent back',
      () => behind.moved(paymentId, 'refund'),
      (rows) => rows.length === 1,
    )
    expect(await shop.status(paymentId)).toMatchObject({
      status: 'CANCELLED',
      rejectCode: 'EXPIRED',
    })
  })

  test('is closed at the bank when the merchant cancels it', async () => {
    const { paymentId } = await transfer()
    await shop.order(paymentId, 'cancel')
    expect(await shop.reaches(paymentId, 'CANCELLED')).toMatchObject({
      rejectCode: 'CANCELLED_BY_MERCHANT',
    })
  })

  test('from a closed or an unknown bank never begins', async () => {
    const closed = await shop.create({
      method: 'PBL',
      instrument: { type: 'PBL', bank: 'CLOSEDBANK' },
    })
    expect(closed).toMatchObject({ status: 'REJECTED', rejectCode: 'BANK_UNAVAILABLE' })
    const unknown = shop.body({ method: 'PBL', instrument: { type: 'PBL', bank: 'NOBANK' } })
    const answer = await shop.call('POST', '/payment', unknown)
    expect([400, 200], answer.text).toContain(answer.status)
    if (answer.status === 200) expect(answer.body.rejectCode).toBe('BANK_UNAVAILABLE')
  })
})

describe.concurrent('a browser that comes back from the bank', () => {
  const back = (orderId: string, hash: string) => {
    const query = { ServiceID: providerKeys().bankServiceId, OrderID: orderId, Hash: hash }
    const url = `${stack.api}/v1/ecommerce/notifications/bmweb/status`
    return send(`${url}?${new URLSearchParams(query).toString()}`)
  }

  test('with a wrong hash is turned away', async () => {
    const { paymentId } = await transfer()
    expectProblem(await back(paymentId, '00'), 401, 'invalid_signature')
    expectProblem(await back(paymentId, hashOf('another')), 401)
    expectProblem(await back('nobody', hashOf('nobody')), 404)
  })

  test('decides nothing: without the money the payment stays open', async () => {
    const { paymentId, redirectURL } = await transfer()
    const order = new URL(redirectURL).searchParams.get('OrderID') ?? ''
    expect((await back(order, hashOf(order))).status).toBe(303)
    expect((await shop.status(paymentId)).status).toBe('PENDING')
  })
})

const isCompleted = ({ status }: { status: string }): boolean => status === 'COMPLETED'

function hashOf(orderId: string): string {
  const { bankServiceId, bankWebhookKey } = providerKeys()
  return createHash('sha256').update(`${bankServiceId}|${orderId}|${bankWebhookKey}`).digest('hex')
}
