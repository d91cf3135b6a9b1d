import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { device } from '../support/merchant.ts'
import { expectProblem } from '../support/problem.ts'
import { behind, plain, shop } from '../support/world.ts'

describe.concurrent('a card sale', () => {
  test('is acknowledged at once, then COMPLETED, with one charge and no card number to be seen', async () => {
    const body = shop.body({ instrument: card(visa(100)) })
    const answer = await shop.call('POST', '/payment', body)
    expect(answer.body).toMatchObject({ status: 'PENDING', channel: 'WEBAPI', method: 'CARD' })
    const { paymentId } = answer.body
    await shop.reaches(paymentId, 'COMPLETED')

    const info = await shop.read(paymentId)
    expect(info).toMatchObject({
      status: 'COMPLETED',
      order: { amount: 99.99, currency: 'PLN', extOrderId: body.order.extOrderId },
      instrument: { type: 'CARD', organization: 'VISA' },
      amounts: { authorized: 99.99, captured: 99.99, refunded: 0, refundable: 99.99 },
    })
    expect(info.instrument.cardMask).toMatch(/^400000\D+1000$/)
    const transactions = await shop.transactions(paymentId)
    expect(transactions).toMatchObject([{ type: 'AUTH', status: 'COMPLETED', amount: 99.99 }])
    expect(await behind.moved(paymentId, 'authorize')).toMatchObject([
      { amountMinor: 9999, currency: 'PLN' },
    ])
    expect(JSON.stringify([answer.body, info, transactions])).not.toContain(visa(100))
  })

  test.each([
    ['flat', (part: object) => part],
    ['wrapped', (part: object) => ({ instrument: part })],
  ])('may get its card and CVV step by step, %s', async (_, wrap) => {
    const { paymentId, status, dataRequest } = await shop.create()
    expect([status, dataRequest]).toEqual(['NEW', 'INSTRUMENT'])
    const { cvv, ...number } = card(visa(100))
    const put = await shop.give(paymentId, wrap(number))
    expect(put.body).toMatchObject({ dataRequest: 'CARD_CVV' })
    const patch = await shop.call('PATCH', `/payment/${paymentId}/instrument`, wrap({ cvv }))
    expect(patch.status, patch.text).toBe(200)
    await shop.reaches(paymentId, 'COMPLETED')
    expectProblem(await shop.give(paymentId, wrap(card(visa(100)))), 409, 'payment_not_completable')
  })

  test('by phone (CSS) is charged without 3-D Secure, marked as such, and has no page', async () => {
    // This issuer demands a challenge of every sale in a browser.
    const { paymentId, redirectURL } = await shop.create({
      channel: 'CSS',
      instrument: card(visa(128)),
      device: undefined,
    })
    expect(redirectURL).toBeUndefined()
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('asks for the browser when 3-D Secure needs it, and goes on when it comes', async () => {
    const { paymentId, dataRequest } = await shop.create({
      instrument: card(visa(100)),
      device: undefined,
    })
    expect(dataRequest).toBe('DEVICE')
    const patch = await shop.call('PATCH', `/payment/${paymentId}`, { device })
    expect(patch.status, patch.text).toBe(200)
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('takes its card, device and customer together', async () => {
    const { paymentId } = await shop.create({ device: undefined })
    const details = { instrument: card(visa(100)), device, customer: { email: 'a@example.com' } }
    const patch = await shop.call('PATCH', `/payment/${paymentId}`, details)
    expect(patch.status, patch.text).toBe(200)
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('that is never finished ends CANCELLED with EXPIRED', async () => {
    const { paymentId } = await shop.create({ options: { validTime: 120 } })
    const { fired } = await shop.advance(paymentId, 121)
    expect(fired).toEqual(['expiry'])
    expect(await shop.status(paymentId)).toMatchObject({
      status: 'CANCELLED',
      rejectCode: 'EXPIRED',
    })
    expectProblem(await shop.give(paymentId, card(visa(100))), 409, 'payment_not_completable')
  })

  test('says what will happen by itself, and when', async () => {
    const open = await shop.create({ options: { validTime: 600 } })
    const { next, validUntil } = await shop.read(open.paymentId)
    expect(next).toEqual([{ event: 'EXPIRY', at: validUntil }])
    const hold = await shop.hold(10)
    const info = await shop.read(hold.paymentId)
    expect(info.next).toEqual([{ event: 'PREAUTH_RELEASE', at: info.preauthValidUntil }])
  })

  test('is found by its order, and its status is held open until it changes', async () => {
    const { paymentId } = await shop.create({ order: { extOrderId: 'an order of ours' } })
    const before = await shop.call('GET', `/payment/${paymentId}/status`)
    const known = { 'if-none-match': before.headers.get('etag') ?? '' }
    const same = await shop.call('GET', `/payment/${paymentId}/status`, undefined, known)
    expect(same.status).toBe(304)
    const waiting = shop.call('GET', `/payment/${paymentId}/status?wait=20`, undefined, known)
    await shop.order(paymentId, 'cancel')
    expect((await waiting).body).toMatchObject({ status: 'CANCELLED', statusPresentation: true })
    const found = await shop.call('POST', '/payment/search', { extOrderId: 'an order of ours' })
    expect(found.body).toContain(paymentId)
  })

  test.each([
    ['UNSUPPORTED_BIN', { instrument: card('4999990000000007') }],
    [
      'METHOD_NOT_SUPPORTED',
      { method: 'BLIK', currency: 'EUR', instrument: { type: 'BLIK_CODE', code: '777123' } },
    ],
    [
      'METHOD_NOT_SUPPORTED',
      {
        method: 'PBL',
        instrument: { type: 'PBL', bank: 'SIMBANK' },
        options: { transKind: 'PREAUTH' },
      },
    ],
    [
      'METHOD_NOT_SUPPORTED',
      {
        method: 'BLIK',
        instrument: { type: 'BLIK_CODE', code: '777123' },
        options: { transKind: 'PREAUTH' },
      },
    ],
    ['CURRENCY_NOT_SUPPORTED', { currency: 'GBP' }],
    ['BANK_UNAVAILABLE', { method: 'PBL', instrument: { type: 'PBL', bank: 'CLOSEDBANK' } }],
  ])('is refused early with %s, without asking anybody', async (rejectCode, wish) => {
    const payment = await shop.create(wish)
    expect(payment).toMatchObject({ status: 'REJECTED', rejectCode })
    expect(await behind.log(payment.paymentId)).toEqual([])
  })

  test.each([
    ['CHANNEL_NOT_SUPPORTED', { channel: 'PAYWALL', method: 'UNKNOWN' }],
    ['METHOD_NOT_SUPPORTED', { method: 'BLIK', instrument: { type: 'BLIK_CODE', code: '777123' } }],
    ['CURRENCY_NOT_SUPPORTED', { currency: 'EUR', instrument: card(visa(100)) }],
  ])('of a merchant who may not is refused early with %s', async (rejectCode, wish) => {
    expect(await plain.create(wish)).toMatchObject({ status: 'REJECTED', rejectCode })
  })
})
