import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { startSettledApp } from '../support/settled-app.ts'
import type { SettledApp } from '../support/settled-app.ts'

let app: SettledApp
beforeAll(async () => {
  app = await startSettledApp()
})
afterAll(() => app.close())

const linesOf = (text: string): string[] => text.trimEnd().split('\r\n').slice(1)

test('200: a line for each, with the amounts of the list', async () => {
  await app.payments.sale()
  await app.settle()
  const [settlement] = (await app.get('/settlements')).body.settlements
  const { status, text } = await app.get('/settlements.csv')
  expect(status).toBe(200)
  const { settlementId, provider, date, currency, gross, refunds, fees, net } = settlement
  const { lines, disputes } = settlement
  expect(linesOf(text)).toEqual([
    [settlementId, provider, date, currency, gross, refunds, fees, net, lines, disputes].join(','),
  ])
  expect(linesOf((await app.get('/settlements.csv?to=2020-01-01T00:00:00Z')).text)).toEqual([])
  expect(linesOf((await app.get('/settlements.csv', app.tokens.stranger)).text)).toEqual([])
})

test('403: an agent', async () => {
  expectProblem(await app.get('/settlements.csv', app.tokens.agent), 'forbidden')
})
