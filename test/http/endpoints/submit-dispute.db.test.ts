import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const submit = (id: string, key?: string, token = app.bearer) =>
  app.call('POST', `/disputes/${id}/submit`, {
    token,
    body: {},
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

test('202 once, under a key as often as wanted; then nothing can be added', async () => {
  const { disputeId } = await app.dispute()
  const key = randomUUID()
  expectProblem(await submit(disputeId), 'evidence_missing')
  const path = `/disputes/${disputeId}/evidence/receipt`
  await app.call('PUT', path, { token: app.bearer, body: { text: 'words' } })
  const first = await submit(disputeId, key)
  expect(first.status).toBe(202)
  const again = await submit(disputeId, key)
  expect([again.status, again.body]).toEqual([202, first.body])
  expectProblem(await submit(disputeId), 'dispute_submitted')
  const more = await app.call('PUT', path, { token: app.bearer, body: { text: 'more' } })
  expectProblem(more, 'dispute_submitted')
})

test('404 for another merchant, 409 for what has ended', async () => {
  const { disputeId } = await app.dispute({ word: app.word({ status: 'WON' }), moves: [] })
  expectProblem(await submit(disputeId, undefined, app.stranger), 'dispute_not_found')
  expectProblem(await submit(disputeId), 'dispute_closed')
})
