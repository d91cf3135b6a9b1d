import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { expectProblem } from '../support/problem.ts'
import { SHOP } from '../support/test-app.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const read = (id: string, token = app.bearer) => app.call('GET', `/disputes/${id}`, { token })

test('200: how it stands, its money and what is put forward', async () => {
  const moves = [
    { moveId: 'a', kind: 'WITHDRAWN', amountMinor: 9_999, at: 1 },
    { moveId: 'b', kind: 'FEE', amountMinor: 1_500, at: 2 },
  ] as const
  const { disputeId, paymentId } = await app.dispute({ word: app.word(), moves: [...moves] })
  await app.call('PUT', `/disputes/${disputeId}/evidence/receipt`, {
    token: app.bearer,
    body: { text: 'sold and collected' },
  })
  const { body } = await read(disputeId)
  expect(body).toMatchObject({
    disputeId,
    paymentId,
    stage: 'CHARGEBACK',
    status: 'NEEDS_RESPONSE',
    reason: 'FRAUD',
    amount: 99.99,
    currency: 'PLN',
    evidence: [{ kind: 'receipt', text: 'sold and collected' }],
  })
  expect(
    body.moves.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
  ).toEqual([
    ['WITHDRAWN', 99.99],
    ['FEE', 15],
  ])
})

test('what a provider took brings the balance below zero, and its entries name the payment', async () => {
  const before = (await app.services.lists.balances(SHOP.merchantId))[0]?.availableMinor ?? 0
  expect(before).toBeLessThan(0)
  const { body } = await app.call('GET', '/balance/entries', { token: app.bearer })
  expect(body.entries).toMatchObject([
    { kind: 'DISPUTE', paymentId: expect.any(String), balanceAfter: -114.99 },
    { kind: 'DISPUTE', paymentId: expect.any(String) },
  ])
})

test('404 for another merchant, as for what is not there', async () => {
  const { disputeId } = await app.dispute()
  expectProblem(await read(disputeId, app.stranger), 'dispute_not_found')
  expectProblem(await read('nobody'), 'dispute_not_found')
})
