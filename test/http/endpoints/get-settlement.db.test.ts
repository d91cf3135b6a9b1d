import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { startSettledApp } from '../support/settled-app.ts'
import type { SettledApp } from '../support/settled-app.ts'

let app: SettledApp
let path: string
beforeAll(async () => {
  app = await startSettledApp()
  await app.payments.sale()
  await app.settle()
  path = `/settlements/${(await app.get('/settlements')).body.settlements[0].settlementId}`
})
afterAll(() => app.close())

test('200: as in the list', async () => {
  const { body } = await app.get(path)
  expect((await app.get('/settlements')).body.settlements).toEqual([body])
})

test('404: a foreign one, and none', async () => {
  expectProblem(await app.get(path, app.tokens.stranger), 'settlement_not_found')
  expectProblem(await app.get('/settlements/nothing'), 'settlement_not_found')
})

test('403: an agent', async () => {
  expectProblem(await app.get(path, app.tokens.agent), 'forbidden')
})
