import { describe, expect, test } from 'vitest'
import { send } from '../../support/http.ts'
import type { Json } from '../../support/http.ts'
import { decideAtBank } from '../../support/payer.ts'
import { expectProblem } from '../../support/problem.ts'
import { until } from '../../support/until.ts'
import { behind, shop, stack } from '../../support/world.ts'

const run = (token = stack.operatorToken, query = '') =>
  send(`${stack.operator}/settlement/run${query}`, {
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

  test('settles BLIK and bank transfers too, each in a batch of its own', async () => {
    const [blik, transfer] = await Promise.all([
      shop.create({ method: 'BLIK', instrument: { type: 'BLIK_CODE', code: '777123' } }),
      shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' } }),
    ])
    await decideAtBank(transfer.redirectURL, 'pay')
    for (const { paymentId } of [blik, transfer]) await shop.reaches(paymentId, 'COMPLETED')
    const { next } = await shop.read(blik.paymentId)
    expect(next.map(({ event }: Json) => event)).toEqual(['SETTLEMENT', 'REFUND_WINDOW_END'])

    const { body } = await run()
    expect(body).toMatchObject({ state: 'done', differences: 0 })
    expect(body.batches.map(({ batchId }: Json) => batchId.split('/')[0])).toEqual([
      expect.stringMatching(/^now-/),
      'blik',
      'bank',
    ])
    for (const { paymentId } of [blik, transfer]) {
      await shop.reaches(paymentId, 'SETTLED')
      await behind.receives(paymentId, (notes) =>
        notes.some(({ body: told }) => told.status === 'SETTLED'),
      )
    }
  })

  test('of one provider leaves the others open', async () => {
    const { paymentId } = await shop.completed({ amount: 35 })
    const answer = await run(undefined, '?provider=blik')
    expect(answer.body.batches).toHaveLength(1)
    expect((await shop.status(paymentId)).status).toBe('COMPLETED')
    expect((await run(undefined, '?provider=nobody')).status).toBe(400)
  })

  test('is closed by operators only', async () => {
    for (const token of ['', 'nobody', shop.account.secret])
      expect([401, 403]).toContain((await run(token)).status)
    expect((await send(`${stack.api}/settlement/run`, { method: 'POST' })).status).toBe(404)
  })
})

const isSettlement = ({ type }: Json): boolean => type === 'SETTLEMENT'
const isCompleted = ({ status }: Json): boolean => status === 'COMPLETED'
