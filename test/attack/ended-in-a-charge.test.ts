import { afterAll, beforeAll, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { behind, shop, stack } from '../support/world.ts'

let temporal: Awaited<ReturnType<typeof openTemporal>>
beforeAll(async () => {
  temporal = await openTemporal(stack)
})
afterAll(() => temporal.close())

const REPAIRED_MS = 150_000

test('whoever terminates a payment at Temporal while it is charged neither hides nor doubles the charge', async () => {
  const extOrderId = `terminated-${String(Date.now())}`
  const creating = shop.create({ order: { extOrderId }, instrument: card(visa(143)) })
  const search = async (): Promise<string[]> =>
    (await shop.call('POST', '/payment/search', { extOrderId })).body
  const [paymentId = ''] = await until('a payment', search, ({ length }) => length === 1)
  // The money is gone already, and its answer is fifteen seconds away.
  await until(
    'a charge',
    () => behind.log(paymentId),
    ({ length }) => length > 0,
  )
  const endedAt = Date.now()
  await temporal.client.workflow.getHandle(`pay/${paymentId}`).terminate('attack')

  const { status } = await shop.reaches(paymentId, 'COMPLETED', 2 * REPAIRED_MS)
  expect(Date.now() - endedAt).toBeLessThan(REPAIRED_MS + REPAIRED_MS / 2)
  expect(status).toBe('COMPLETED')
  expect((await creating).paymentId).toBe(paymentId)
  expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  expect(await behind.moved(paymentId, 'reverse')).toEqual([])
  const { refundId } = await shop.order(paymentId, 'refund')
  await until(
    'a refund',
    () => shop.refund(paymentId, refundId),
    (one) => one.status === 'COMPLETED',
  )
  expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
})
