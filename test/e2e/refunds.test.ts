import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, payOut, shop } from '../support/world.ts'

describe.concurrent('a refund', () => {
  test('takes a part, another part, then all that is left, and the balance follows', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.completed({ amount: 90, currency: 'EUR' })
    expect(await merchant.balance('EUR')).toMatchObject({ available: 90, reserved: 0 })
    const one = await merchant.order(paymentId, 'refund', { amount: 30, description: 'one' })
    expect(one).toMatchObject({
      amount: 30,
      currency: 'EUR',
      paymentId,
      transId: expect.any(String),
    })
    expectProblem(
      await merchant.command(paymentId, 'refund', { amount: 60.01 }),
      422,
      'refund_exceeds_amount',
    )
    const rest = await merchant.order(paymentId, 'refund')
    expect(rest.amount).toBe(60)
    await Promise.all([one, rest].map((each) => reaches(merchant, each, 'COMPLETED')))
    expect(await merchant.balance('EUR')).toMatchObject({ available: 0, reserved: 0 })
    expect(await merchant.read(paymentId, '/refunds')).toHaveLength(2)
    expect(await merchant.read(paymentId)).toMatchObject({
      status: 'COMPLETED',
      amounts: { refunded: 90, refundable: 0 },
    })
    expectProblem(await merchant.command(paymentId, 'refund', { amount: 0.01 }), 422)
    expect(await behind.moved(paymentId, 'refund')).toMatchObject([
      { amountMinor: 3000 },
      { amountMinor: 6000 },
    ])
  })

  test("under the merchant's own id happens once; another under that id is refused", async () => {
    const { paymentId } = await shop.completed({ amount: 50 })
    const body = { amount: 20, description: 'broken', extRefundId: 'ours-1' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.order(paymentId, 'refund', body)),
    )
    expect(new Set(answers.map(({ refundId }) => refundId)).size).toBe(1)
    expectProblem(
      await shop.command(paymentId, 'refund', { ...body, amount: 21 }),
      422,
      'refund_id_reused',
    )
    await reaches(shop, answers[0], 'COMPLETED')
    expect((await shop.order(paymentId, 'refund', body)).refundId).toBe(answers[0].refundId)
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
  })

  test('that the acquirer refuses gives the money back to the balance', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.completed({ amount: 70 })
    const refund = await merchant.order(paymentId, 'refund', { amount: 20.41 })
    expect((await reaches(merchant, refund, 'REJECTED')).rejectCode).toEqual(expect.any(String))
    expect(await merchant.balance()).toMatchObject({ available: 70, reserved: 0 })
    expect((await merchant.read(paymentId)).amounts.refundable).toBe(70)
    await merchant.order(paymentId, 'refund', { amount: 70 })
  })

  test('that the balance no longer covers is refused, and asks nobody', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.completed({ amount: 70 })
    await payOut(merchant.merchantId, 5000)
    const refused = await merchant.command(paymentId, 'refund', { amount: 20.01 })
    expectProblem(refused, 422, 'insufficient_refund_balance')
    expect(await merchant.read(paymentId, '/refunds')).toEqual([])
    await reaches(merchant, await merchant.order(paymentId, 'refund', { amount: 20 }), 'COMPLETED')
    expect(await merchant.balance()).toMatchObject({ available: 0, reserved: 0 })
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
  })

  test('takes captured money only', async () => {
    const { paymentId } = await shop.hold(100)
    expectProblem(
      await shop.command(paymentId, 'refund', { amount: 1 }),
      409,
      'payment_not_refundable',
    )
    await shop.order(paymentId, 'capture', { amount: 40 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 40)
    expectProblem(await shop.command(paymentId, 'refund', { amount: 40.01 }), 422)
    await reaches(shop, await shop.order(paymentId, 'refund', { amount: 40 }), 'COMPLETED')
  })

  test('needs a payment that has money', async () => {
    const fresh = await shop.create()
    expectProblem(await shop.command(fresh.paymentId, 'refund', { amount: 1 }), 409)
    await shop.order(fresh.paymentId, 'cancel')
    expectProblem(await shop.command(fresh.paymentId, 'refund', { amount: 1 }), 409)
    const declined = await shop.create({ instrument: card(visa(120)) })
    await shop.reaches(declined.paymentId, 'REJECTED')
    expectProblem(await shop.command(declined.paymentId, 'refund', { amount: 1 }), 409)
  })

  test('comes too late when the window of 90 days has closed', async () => {
    const { paymentId } = await shop.completed()
    await shop.advance(paymentId, 91 * 86_400)
    expectProblem(await shop.command(paymentId, 'refund'), 409, 'refund_window_closed')
  })

  test('of BLIK and of a bank transfer goes back the same way', async () => {
    const { paymentId } = await shop.create({
      method: 'BLIK',
      instrument: { type: 'BLIK_CODE', code: '777123' },
    })
    await shop.reaches(paymentId, 'COMPLETED')
    await reaches(shop, await shop.order(paymentId, 'refund', { amount: 9.99 }), 'COMPLETED')
    expect(await behind.moved(paymentId, 'refund')).toMatchObject([
      { provider: 'blik', amountMinor: 999 },
    ])
  })
})

describe.concurrent('refunds side by side', () => {
  test('of many payments never take the balance below zero, and add up', async () => {
    const merchant = await openMerchant()
    const payments: Json[] = await Promise.all(
      Array.from({ length: 15 }, () => merchant.completed({ amount: 10 })),
    )
    const watching = watch(merchant)
    const answers = await Promise.all(
      payments.flatMap(({ paymentId }) =>
        [6, 6, 4].map((amount) => merchant.command(paymentId, 'refund', { amount })),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 200).map(({ body }) => body)
    const refused = answers.filter(({ status }) => status !== 200)
    refused.forEach((answer) => expectProblem(answer, 422, 'refund_exceeds_amount'))
    await Promise.all(accepted.map((refund) => reaches(merchant, refund, 'COMPLETED')))
    const taken = accepted.reduce((sum: number, { amount }) => sum + Number(amount), 0)
    expect(await merchant.balance()).toEqual({
      currency: 'PLN',
      available: 150 - taken,
      reserved: 0,
    })
    expect(Math.min(...(await watching()))).toBeGreaterThanOrEqual(0)
    for (const { paymentId } of payments) {
      const rows = await behind.moved(paymentId, 'refund')
      const sum = rows.reduce((total, { amountMinor }) => total + amountMinor, 0)
      expect(sum).toBeLessThanOrEqual(1000)
      expect((await merchant.read(paymentId)).amounts.refunded).toBe(sum / 100)
    }
  })

  test('of one payment never give back more than it took', async () => {
    const { paymentId } = await shop.completed({ amount: 10 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => shop.command(paymentId, 'refund', { amount: 3 })),
    )
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(3)
    await Promise.all(accepted.map(({ body }) => reaches(shop, body, 'COMPLETED')))
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(3)
  })
})

const reaches = (merchant: Merchant, { paymentId, refundId }: Json, wanted: string) =>
  until(
    `refund ${refundId} ${wanted}`,
    () => merchant.refund(paymentId, refundId),
    ({ status }) => status === wanted,
  )

/** Reads the balance over and over until it is asked for what it has seen. */
function watch(merchant: Merchant): () => Promise<number[]> {
  const seen: number[] = []
  const over = new AbortController()
  const reading = (async () => {
    while (!over.signal.aborted) {
      const { available, reserved } = await merchant.balance()
      seen.push(available, reserved)
    }
  })()
  return async () => {
    over.abort()
    await reading
    return seen
  }
}
