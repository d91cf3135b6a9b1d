import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import { decideAtBank } from '../support/payer.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, shop } from '../support/world.ts'

const newOrder = () => ({ extOrderId: `order-${randomUUID()}` })

describe.concurrent('an order', () => {
  test('is paid at most once, and the paid payment is found first', async () => {
    const order = newOrder()
    const failed = await shop.create({ instrument: card(visa(120)), order })
    await shop.reaches(failed.paymentId, 'REJECTED')
    const paid = await shop.completed({ order })
    const third = await shop.create({ instrument: card(visa(100)), order })
    expect(await shop.reaches(third.paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'ORDER_ALREADY_PAID',
    })
    expect(await behind.log(third.paymentId)).toEqual([])
    const found = await shop.call('POST', '/payment/search', order)
    expect(found.body).toEqual([paid.paymentId, third.paymentId, failed.paymentId])
    expectProblem(await shop.command(failed.paymentId, 'retry'), 409, 'order_already_paid')
  })

  test('paid by two at the same moment keeps one and gives the other back', async () => {
    const orders = Array.from({ length: 10 }, newOrder)
    await Promise.all(
      orders.map(async (order) => {
        const two: Json[] = await Promise.all(
          [1, 2].map(() => shop.create({ instrument: card(visa(100)), order })),
        )
        const ends: Json[] = await Promise.all(
          two.map(({ paymentId }) => shop.reaches(paymentId, ['COMPLETED', 'REJECTED'])),
        )
        expect(ends.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'REJECTED'])
        const loser = ends.find(({ status }) => status === 'REJECTED')
        expect(loser.rejectCode).toBe('ORDER_ALREADY_PAID')
        const charged = await behind.moved(loser.paymentId, 'authorize')
        expect(await behind.moved(loser.paymentId, 'reverse')).toHaveLength(charged.length)
      }),
    )
  })

  test('paid meanwhile sends the money of a bank transfer back', async () => {
    const order = newOrder()
    const transfer = await shop.asks({
      method: 'PBL',
      instrument: { type: 'PBL', bank: 'SIMBANK' },
      order,
    })
    await shop.completed({ order })
    await decideAtBank(transfer.redirectURL, 'pay')
    expect(await shop.reaches(transfer.paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'ORDER_ALREADY_PAID',
    })
    await until('sent back', () => behind.moved(transfer.paymentId, 'refund'), isOne)
  })

  test('can be paid again after its payment was cancelled', async () => {
    const order = newOrder()
    const first = await shop.completed({ order })
    await shop.order(first.paymentId, 'cancel')
    await shop.reaches(first.paymentId, 'CANCELLED')
    const second = await shop.completed({ order })
    expect(second.paymentId).not.toBe(first.paymentId)
  })
})

describe.concurrent('a retry', () => {
  test('makes one new payment of the same order, however often it is asked for', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(121)), amount: 12.34 })
    await shop.reaches(paymentId, 'REJECTED')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.order(paymentId, 'retry')),
    )
    const [child] = answers
    expect(new Set(answers.map((answer) => answer.paymentId)).size).toBe(1)
    expect(child).toMatchObject({ status: 'NEW', dataRequest: 'INSTRUMENT' })
    expect(child.paymentId).not.toBe(paymentId)
    const [before, after] = [await shop.read(paymentId), await shop.read(child.paymentId)]
    expect(after.order).toEqual(before.order)
    expectProblem(await shop.command(child.paymentId, 'retry'), 409, 'payment_not_retryable')
    await shop.give(child.paymentId, card(visa(100)))
    await shop.reaches(child.paymentId, 'COMPLETED')
    expectProblem(await shop.command(child.paymentId, 'retry'), 409)
    expect((await shop.command(paymentId, 'retry')).status).not.toBe(500)
  })
})

describe.concurrent('a restore', () => {
  const paywall = () => shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
  const as = (token: string, paymentId: string) =>
    shop.call('GET', `/payment/${paymentId}`, undefined, { authorization: `Bearer ${token}` })

  test('gives a new link and a new token, and kills the old ones', async () => {
    const payment = await paywall()
    const { paymentId } = payment
    const restored = await shop.order(paymentId, 'restore')
    expect(restored.redirectURL).toMatch(/\/pay\//)
    expect(restored.redirectURL).not.toBe(payment.redirectURL)
    expectProblem(await as(payment.access_token, paymentId), 401)
    expect((await as(restored.access_token, paymentId)).status).toBe(200)
    const again = await shop.order(paymentId, 'restore')
    expectProblem(await as(restored.access_token, paymentId), 401)
    expect((await as(again.access_token, paymentId)).status).toBe(200)
  })

  test('is only for a new payment with a page', async () => {
    const server = await shop.create()
    expectProblem(await shop.command(server.paymentId, 'restore'), 409, 'payment_not_restorable')
    const { paymentId } = await paywall()
    await shop.order(paymentId, 'cancel')
    expectProblem(await shop.command(paymentId, 'restore'), 409, 'payment_not_restorable')
    const paid = await shop.completed({ channel: 'PAYWALL' })
    expectProblem(await shop.command(paid.paymentId, 'restore'), 409, 'payment_not_restorable')
  })
})

const isOne = (list: unknown[]): boolean => list.length === 1
