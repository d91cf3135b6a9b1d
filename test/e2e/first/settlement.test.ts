import { describe, expect, test } from 'vitest'
import { send } from '../../support/http.ts'
import type { Json } from '../../support/http.ts'
import { expectProblem } from '../../support/problem.ts'
import { until } from '../../support/until.ts'
import { behind, shop, stack } from '../../support/world.ts'

const run = (token = stack.operatorToken) =>
  send(`${stack.operator}/settlement/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })

describe('a closed batch', () => {
  test('settles sales and captures, not bare holds, and tells the merchant', async () => {
    const [sale, captured, hold, refunded] = await Promise.all([
      shop.completed({ amount: 31 }),
      shop.hold(33),
      shop.hold(32),
      shop.completed({ amount: 34 }),
    ])
    await shop.order(captured.paymentId, 'capture', { amount: 30 })
    await shop.sees(captured.paymentId, ({ amounts }) => amounts.captured === 30)
    await shop.order(refunded.paymentId, 'refund', { amount: 4 })
    await shop.sees(refunded.paymentId, ({ amounts }) => amounts.refunded === 4)

    const closed = await run()
    expect(closed.status, closed.text).toBe(200)
    expect(closed.body).toMatchObject({ state: 'done', differences: 0 })
    for (const { paymentId } of [sale, captured, refunded]) {
      await shop.reaches(paymentId, 'SETTLED')
      const settled = (await shop.transactions(paymentId)).filter(isSettlement)
      expect(settled).toMatchObject([{ status: 'COMPLETED' }])
    }
    expect((await shop.status(hold.paymentId)).status).toBe('COMPLETED')
    await behind.receives(sale.paymentId, (notes) =>
      notes.some(({ body }) => body.status === 'SETTLED'),
    )
  })

  test('can be refunded from, but not cancelled, and settles nothing twice', async () => {
    const { paymentId } = await shop.completed({ amount: 31 })
    expect((await run()).status).toBe(200)
    await shop.reaches(paymentId, 'SETTLED')
    expectProblem(await shop.command(paymentId, 'cancel'), 409)
    const { refundId } = await shop.order(paymentId, 'refund', { amount: 31 })
    await until('refunded', () => shop.refund(paymentId, refundId), isCompleted)
    expect((await run()).body).toMatchObject({ state: 'done', differences: 0 })
    expect((await shop.status(paymentId)).status).toBe('SETTLED')
    expect((await shop.transactions(paymentId)).filter(isSettlement)).toHaveLength(1)
  })

  test('is closed by operators only', async () => {
    for (const token of ['', 'nobody', shop.account.secret])
      expect([401, 403]).toContain((await run(token)).status)
    expect((await send(`${stack.api}/settlement/run`, { method: 'POST' })).status).toBe(404)
  })
})

const isSettlement = ({ type }: Json): boolean => type === 'SETTLEMENT'
const isCompleted = ({ status }: Json): boolean => status === 'COMPLETED'
