import { describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { card, visa } from '../support/cards.ts'
import type { Answer, Json } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { countOf } from '../support/run-options.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant } from '../support/world.ts'

/** How many pairs of each race; a long night takes hundreds. */
const PAIRS = countOf('RACE_PAIRS', 8, 200)
/** Nobody is told of these payments, and their card knows no 3-D Secure: so there are many. */
const shop = await openMerchant({}, { notified: false })
const instrument = card(visa(107))

/** Many pairs, a few at a time: each on a payment of its own. */
async function race(prepare: () => Promise<string>, run: (id: string) => Promise<void>) {
  let left = PAIRS
  const lane = async () => {
    while (left-- > 0) await run(await prepare())
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

const hold = async () => (await shop.hold(100, { instrument })).paymentId
const sale = async () => (await shop.completed({ amount: 100, instrument })).paymentId

/** One was accepted, the other refused by the state that the first had made. */
function oneWins(answers: Answer[]): number {
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(winner, answers.map(({ text }) => text).join()).toBeGreaterThanOrEqual(0)
  answers.forEach((answer, index) => {
    if (index !== winner) expectProblem(answer, [409, 422])
  })
  return winner
}

const settles = (id: string) =>
  until(
    'nothing under way',
    () => shop.transactions(id),
    (all: Json[]) => all.every(({ status }) => status !== 'PENDING'),
  )

describe('at the same moment', () => {
  test('capture and cancel: one wins, and the acquirer did only that', () =>
    race(hold, async (id) => {
      const winner = oneWins(
        await Promise.all([shop.command(id, 'capture'), shop.command(id, 'cancel')]),
      )
      await settles(id)
      const [captures, reversals] = await moved(id, 'capture', 'reverse')
      expect([captures, reversals]).toEqual(winner === 0 ? [1, 0] : [0, 1])
    }))

  test('capture and adjustment: one wins', () =>
    race(hold, async (id) => {
      const winner = oneWins(
        await Promise.all([
          shop.command(id, 'capture', { amount: 100 }),
          shop.command(id, 'adjustment', { amount: 50 }),
        ]),
      )
      await settles(id)
      expect(await moved(id, 'capture', 'adjust')).toEqual(winner === 0 ? [1, 0] : [0, 1])
      const { amounts } = await shop.read(id)
      expect([amounts.captured, amounts.authorized]).toEqual(winner === 0 ? [100, 100] : [0, 50])
    }))

  test('withdrawal and capture: one wins', () =>
    race(
      async () => {
        const id = await hold()
        await shop.order(id, 'adjustment', { amount: 150 })
        await shop.sees(id, ({ amounts }) => amounts.authorized === 150)
        return id
      },
      async (id) => {
        const { transId } = (await shop.transactions(id)).at(-1)
        const winner = oneWins(
          await Promise.all([
            shop.command(id, `transactions/${transId}/cancel`),
            shop.command(id, 'capture', { amount: 150 }),
          ]),
        )
        await shop.sees(id, ({ amounts }) =>
          winner === 0 ? amounts.authorized === 100 : amounts.captured === 150,
        )
        expect(await moved(id, 'capture')).toEqual([winner])
      },
    ))

  test('refund and refund of more than there is: one wins', () =>
    race(sale, async (id) => {
      oneWins(
        await Promise.all([
          shop.command(id, 'refund', { amount: 60 }),
          shop.command(id, 'refund', { amount: 60 }),
        ]),
      )
      await shop.sees(id, ({ amounts }) => amounts.refunded === 60)
      expect(await moved(id, 'refund')).toEqual([1])
    }))

  test('refund and cancel: one wins', () =>
    race(sale, async (id) => {
      const winner = oneWins(
        await Promise.all([
          shop.command(id, 'refund', { amount: 100 }),
          shop.command(id, 'cancel'),
        ]),
      )
      await settles(id)
      expect(await moved(id, 'refund', 'reverse')).toEqual(winner === 0 ? [1, 0] : [0, 1])
    }))

  test('expiry and instrument: the card is charged and stays, or nobody is', () =>
    race(
      async () => (await shop.create({ options: { validTime: 60 } })).paymentId,
      async (id) => {
        const [given] = await Promise.all([shop.give(id, instrument), shop.advance(id, 61)])
        const { status } = await shop.reaches(id, ['COMPLETED', 'CANCELLED'])
        if (given.status !== 200) expectProblem(given, 409)
        const [charged = 0, reversed = 0] = await moved(id, 'authorize', 'reverse')
        expect(charged - reversed).toBe(status === 'COMPLETED' ? 1 : 0)
      },
    ))

  test('expiry of the hold and capture: one wins', () =>
    race(hold, async (id) => {
      const [captured] = await Promise.all([
        shop.command(id, 'capture'),
        shop.advance(id, 31 * 86_400),
      ])
      await settles(id)
      const { status, amounts } = await shop.read(id)
      const [captures, reversals] = await moved(id, 'capture', 'reverse')
      if (captured.status === 200) {
        expect([status, amounts.captured, captures, reversals]).toEqual(['COMPLETED', 100, 1, 0])
      } else {
        expectProblem(captured, 409)
        expect([status, captures, reversals]).toEqual(['CANCELLED', 0, 1])
      }
    }))

  test('retry and retry: one child', () =>
    race(
      async () => {
        const { paymentId } = await shop.create()
        await shop.order(paymentId, 'cancel')
        return paymentId
      },
      async (id) => {
        const [one, other] = await Promise.all([shop.order(id, 'retry'), shop.order(id, 'retry')])
        expect(one.paymentId).toBe(other.paymentId)
        expect(one.paymentId).not.toBe(id)
      },
    ))

  test('restore and completion: the payment completes, the restore came before or not at all', () =>
    race(
      async () => (await shop.create({ channel: 'PAYWALL', method: 'CARD' })).paymentId,
      async (id) => {
        const [restored, given] = await Promise.all([
          shop.command(id, 'restore'),
          shop.give(id, instrument),
        ])
        expect(given.status, given.text).toBe(200)
        if (restored.status !== 200) expectProblem(restored, 409, 'payment_not_restorable')
        await shop.reaches(id, 'COMPLETED')
        expect(await moved(id, 'authorize')).toEqual([1])
      },
    ))

  test('two payments of one order: one is paid, the other costs nothing', () =>
    race(
      async () => `order-${randomUUID()}`,
      async (extOrderId) => {
        const pay = () => shop.create({ instrument, order: { extOrderId } })
        const two = await Promise.all([pay(), pay()])
        const ends: Json[] = await Promise.all(
          two.map(({ paymentId }) => shop.reaches(paymentId, ['COMPLETED', 'REJECTED'])),
        )
        expect(ends.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'REJECTED'])
        for (const { paymentId, status } of ends) {
          const [charged = 0, reversed = 0] = await moved(paymentId, 'authorize', 'reverse')
          expect(charged - reversed).toBe(status === 'COMPLETED' ? 1 : 0)
        }
      },
    ))

  test('the same instrument twice: one charge', () =>
    race(
      async () => (await shop.create()).paymentId,
      async (id) => {
        oneWins(await Promise.all([shop.give(id, instrument), shop.give(id, instrument)]))
        await shop.reaches(id, 'COMPLETED')
        expect(await moved(id, 'authorize')).toEqual([1])
      },
    ))
})

/** How often each of these operations changed the acquirer's books. */
const moved = (id: string, ...operations: string[]): Promise<number[]> =>
  Promise.all(operations.map(async (operation) => (await behind.moved(id, operation)).length))
