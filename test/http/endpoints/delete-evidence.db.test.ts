import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

test('204: what is taken back is kept nowhere; nothing else can be', async () => {
  const { disputeId } = await app.dispute()
  const path = `/disputes/${disputeId}/evidence/receipt`
  await app.call('PUT', path, { token: app.bearer, body: { text: 'words' } })
  expectProblem(await app.call('DELETE', path, { token: app.stranger }), 'dispute_not_found')
  expect((await app.call('DELETE', path, { token: app.bearer })).status).toBe(204)
  const { rows } = await app.pool.query({
    text: 'select ref from dispute_evidence where dispute_id = $1',
    values: [disputeId],
  })
  expect(rows).toEqual([])
  expect((await app.call('DELETE', path, { token: app.bearer })).status).toBe(204)
})
