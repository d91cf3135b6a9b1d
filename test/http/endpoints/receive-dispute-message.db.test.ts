import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { card } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const tell = (message: object, key = 'acquirer-webhook-key') => {
  const body = JSON.stringify(message)
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', signature }
  return app.call('POST', '/notifications/acquirer/disputes', { body, headers })
}

const at = new Date().toISOString()
const message = (reference: string, changes: object = {}) => ({
  disputeId: `DSP-${reference}`,
  reference,
  stage: 'CHARGEBACK',
  status: 'NEEDS_RESPONSE',
  reason: 'FRAUD',
  amountMinor: 9_999,
  dueBy: at,
  at,
  moves: [{ id: `${reference}-1`, kind: 'WITHDRAWN', amountMinor: 9_999, at }],
  ...changes,
})

const disputes = async (paymentId: string) =>
  (await app.call('GET', `/disputes?paymentId=${paymentId}`, { token: app.bearer })).body.disputes

test('200: the first message opens a dispute, and a repetition changes nothing', async () => {
  const paymentId = await app.paymentId({ instrument: card() })
  const { reference = '' } = app.world.payment(paymentId)
  for (const _ of ['first', 'again']) expect((await tell(message(reference))).status).toBe(200)
  const later = message(reference, { status: 'UNDER_REVIEW', at: new Date().toISOString() })
  expect((await tell(later)).status).toBe(200)
  expect(await disputes(paymentId)).toMatchObject([
    { paymentId, status: 'UNDER_REVIEW', moves: [{ kind: 'WITHDRAWN', amount: 99.99 }] },
  ])
})

test('401 unless it is signed, 400 when it is none, 404 of nobody’s payment', async () => {
  const paymentId = await app.paymentId({ instrument: card() })
  const { reference = '' } = app.world.payment(paymentId)
  expectProblem(await tell(message(reference), 'guess'), 'invalid_signature')
  expectProblem(await tell({ disputeId: 'x' }), 'invalid_request')
  expectProblem(await tell(message('nobody-auth-1')), 'payment_not_found')
  expect(await disputes(paymentId)).toEqual([])
})
