import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Word } from '../../../src/domain/dispute/facts.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'
import { reportDispute, word } from '../support/report-dispute.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const disputed = async (said: Partial<Word> = {}) => {
  const payment = await app.payments.read(await app.payments.sale())
  return reportDispute(app, payment, { word: word(said), moves: [] })
}

test('200: chargebacks of the payments of the time, by method, organization and reason; inquiries do not count', async () => {
  for (let count = 0; count < 2; count += 1) await app.payments.sale()
  await disputed()
  await disputed({ reason: 'DUPLICATE' })
  await disputed({ stage: 'INQUIRY' })
  const { status, body } = await app.get('/dispute-rates')
  expect(status).toBe(200)
  const [payments, share] = [5, 0.4]
  expect(body.all).toEqual({ name: 'ALL', payments, disputes: 2, share })
  expect(body.byMethod).toEqual([{ name: 'CARD', payments, disputes: 2, share }])
  expect(body.byOrganization).toMatchObject([
    { name: 'VISA', disputes: 2, watchedFrom: { share: 0.015, disputes: 1_500 }, watched: false },
  ])
  const named = body.byReason.map(({ name, disputes }: { name: string; disputes: number }) => [
    ...[name, disputes],
  ])
  expect(named.sort()).toEqual([
    ['DUPLICATE', 1],
    ['FRAUD', 1],
  ])
})

test('200: nothing of another merchant, and nothing of another time', async () => {
  await disputed()
  const foreign = (await app.get('/dispute-rates', app.tokens.stranger)).body
  expect(foreign.all).toEqual({ name: 'ALL', payments: 0, disputes: 0 })
  const past = 'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z'
  expect((await app.get(`/dispute-rates?${past}`)).body.all.disputes).toBe(0)
})

test('400: a time of more than a year, or that ends before it begins', async () => {
  expectProblem(await app.get('/dispute-rates?from=2020-01-01T00:00:00Z'), 'invalid_request')
  const backwards = 'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z'
  expectProblem(await app.get(`/dispute-rates?${backwards}`), 'invalid_request')
})
