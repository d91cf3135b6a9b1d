import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, payOut, shop } from '../support/world.ts'

describe.concurrent('a cancel', () => {
  test('before the instrument ends the payment at once', async () => {
    const { paymentId } = await shop.create()
    const answer = await shop.order(paymentId, 'cancel', { reason: 'CLIENT', description: 'no' })
    expect(answer).toMatchObject({ status: 'CANCELLED', rejectCode: 'CANCELLED_BY_MERCHANT' })
    expectProblem(await shop.command(paymentId, 'cancel'), 409, 'payment_not_cancellable')
    expectProblem(await shop.give(paymentId, card(visa(100))), 409)
    expect(await behind.log(paymentId)).toEqual([])
  })

  test('while it waits for the CVV ends it at once', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(100), { cvv: undefined }) })
    expect((await shop.order(paymentId, 'cancel')).status).toBe('CANCELLED')
  })

  test('by the payer says so', async () => {
    const { paymentId, access_token: token } = await shop.create({
      channel: 'PAYWALL',
      method: 'UNKNOWN',
    })
    const headers = { authorization: `Bearer ${token}` }
    expect((await shop.command(paymentId, 'cancel', {}, headers)).body).toMatchObject({
      status: 'CANCELLED',
      rejectCode: 'CANCELLED_BY_CUSTOMER',
    })
  })

  test('during an authorisation waits for it and gives the money back', async () => {
    const { paymentId } = await shop.create()
    const given = shop.give(paymentId, card(visa(140)))
    await shop.reaches(paymentId, ['PENDING', 'COMPLETED'])
    await shop.order(paymentId, 'cancel')
    expect((await given).status).toBe(200)
    await shop.reaches(paymentId, 'CANCELLED')
    const charged = (await behind.moved(paymentId, 'authorize')).length
    const reversed = (await behind.moved(paymentId, 'reverse')).length
    expect(charged - reversed).toBeLessThanOrEqual(0)
  })

  test('of a sale gives the whole money back, once, out of the balance', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.completed({ amount: 55 })
    expect((await merchant.balance()).available).toBe(55)
    const answer = await merchant.order(paymentId, 'cancel', { reason: 'SYSTEM' })
    expect(answer).toMatchObject({ transId: expect.any(String) })
    await merchant.reaches(paymentId, 'CANCELLED')
    expect((await merchant.balance()).available).toBe(0)
    expect(await behind.moved(paymentId, 'reverse')).toMatchObject([{ amountMinor: 5500 }])
    expect(await merchant.transactions(paymentId)).toMatchObject([
      { type: 'AUTH', status: 'COMPLETED' },
      { type: 'CANCEL', status: 'COMPLETED', amount: 55 },
    ])
    expectProblem(await merchant.command(paymentId, 'cancel'), 409)
    expectProblem(await merchant.command(paymentId, 'refund'), 409)
  })

  test('that the acquirer refuses leaves the sale as it was', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.completed({ amount: 55.41 })
    await merchant.order(paymentId, 'cancel')
    await until(
      'the refusal',
      () => merchant.transactions(paymentId),
      (all) => all.at(-1).type === 'CANCEL' && all.at(-1).status === 'REJECTED',
    )
    expect((await merchant.status(paymentId)).status).toBe('COMPLETED')
    expect((await merchant.balance()).available).toBe(55.41)
    await merchant.order(paymentId, 'refund', { amount: 55 })
  })

  test('of a sale that the balance no longer covers is refused', async () => {
    const merchant = await openMerchant()
    const [one, other] = [
      await merchant.completed({ amount: 30 }),
      await merchant.completed({ amount: 10 }),
    ]
    await payOut(merchant.merchantId, 1500)
    const refused = await merchant.command(one.paymentId, 'cancel')
    expectProblem(refused, 422, 'insufficient_refund_balance')
    expect((await merchant.status(one.paymentId)).status).toBe('COMPLETED')
    expect(await behind.moved(one.paymentId, 'reverse')).toEqual([])
    await merchant.order(other.paymentId, 'cancel')
    await merchant.reaches(other.paymentId, 'CANCELLED')
  })

  test('is refused once money went back another way', async () => {
    const { paymentId } = await shop.completed()
    await shop.order(paymentId, 'refund', { amount: 1 })
    expectProblem(await shop.command(paymentId, 'cancel'), 409, 'refund_exists')
  })

  test('of a rejected payment is refused', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(120)) })
    await shop.reaches(paymentId, 'REJECTED')
    expectProblem(await shop.command(paymentId, 'cancel'), 409, 'payment_not_cancellable')
  })

  test('under a token of another channel works: the channel never ties a payment', async () => {
    const { paymentId } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    expect((await shop.order(paymentId, 'cancel')).status).toBe('CANCELLED')
  })
})
