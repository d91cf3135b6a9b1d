import { afterAll, beforeAll, expect, test } from 'vitest'
import { move } from '../../domain/dispute/support.ts'
import { startDisputeApp } from '../support/dispute-app.ts'
import type { DisputeApp } from '../support/dispute-app.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const get = (query = '', token = app.bearer) => app.call('GET', `/disputes.csv${query}`, { token })
const linesOf = (text: string): string[] => text.trimEnd().split('\r\n').slice(1)

test('200: a line for each, with what it has taken and its fees', async () => {
  const { disputeId, paymentId } = await app.dispute({
    word: app.word({ networkReason: '10.4' }),
    moves: [move('m1', 'WITHDRAWN', 9_999), move('m2', 'FEE', 1_500)],
  })
  const { status, text } = await get()
  expect(status).toBe(200)
  const [line, ...others] = linesOf(text)
  expect(others).toEqual([])
  expect(line).toMatch(new RegExp(`^${disputeId},`))
  expect(line).toContain(',CHARGEBACK,NEEDS_RESPONSE,FRAUD,10.4,99.99,PLN,99.99,15.00,')
  expect(line).toContain(`,${paymentId},`)
  expect(linesOf((await get('?to=2020-01-01T00:00:00Z')).text)).toEqual([])
  expect(linesOf((await get('', app.stranger)).text)).toEqual([])
})
