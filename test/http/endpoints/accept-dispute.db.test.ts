import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const accept = (id: string, token = app.bearer) =>
  app.call('POST', `/disputes/${id}/accept`, { token, body: {} })

test('202: it is not contested, and then there is nothing to answer', async () => {
  const { disputeId } = await app.dispute()
  expectProblem(await accept(disputeId, app.stranger), 'dispute_not_found')
  app.disputes.answerWith({
    disputeAccept: {
      type: 'disputed',
      facts: { word: app.word({ status: 'LOST', at: Date.now() + 1 }), moves: [] },
    },
  })
  const { status, body } = await accept(disputeId)
  expect([status, body.status]).toEqual([202, 'ACCEPTED'])
  expectProblem(await accept(disputeId), 'dispute_closed')
  const submit = await app.call('POST', `/disputes/${disputeId}/submit`, {
    token: app.bearer,
    body: {},
  })
  expectProblem(submit, 'dispute_closed')
})
