import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const list = (query = '', token = app.bearer) => app.call('GET', `/disputes${query}`, { token })
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>): string[] =>
  body.disputes.map((one: { disputeId: string }) => one.disputeId)

test('200: what is due first comes first, what has ended last, page by page', async () => {
  const due = (days: number) => ({
    word: app.word({ dueBy: Date.now() + days * DAY_MS }),
    moves: [],
  })
  const later = await app.dispute(due(9))
  const won = await app.dispute({ word: app.word({ status: 'WON' }), moves: [] })
  const sooner = await app.dispute(due(2))
  const expected = [sooner, later, won].map(({ disputeId }) => disputeId)
  expect(idsOf(await list())).toEqual(expected)
  const first = await list('?limit=1')
  const second = await list(`?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`)
  expect([...idsOf(first), ...idsOf(second)]).toEqual(expected)
  expect(second.body.nextCursor).toBeUndefined()
  expect(idsOf(await list('?status=WON'))).toEqual([won.disputeId])
  expect(idsOf(await list(`?paymentId=${later.paymentId}`))).toEqual([later.disputeId])
  const before = encodeURIComponent(new Date(Date.now() + 5 * DAY_MS).toISOString())
  expect(idsOf(await list(`?dueBefore=${before}`))).toEqual([sooner.disputeId])
})

test('the reads of its payment name it, and those of others say nothing', async () => {
  const { disputeId, paymentId } = await app.dispute()
  const { body } = await app.at('GET', paymentId)
  expect(body.disputes).toEqual([{ disputeId, status: 'NEEDS_RESPONSE', amount: 99.99 }])
  expect((await app.at('GET', await app.paymentId())).body.disputes).toBeUndefined()
})

test('another merchant has none, and an unknown filter is a 400', async () => {
  expect(idsOf(await list('', app.stranger))).toEqual([])
  expectProblem(await list('?colour=red'), 'invalid_request')
})
