import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

test('200: what is there and what is promised to refunds', async () => {
  const id = await app.payments.sale()
  await app.payments.decideOnly(id, { name: 'refund', amountMinor: 2_500 } as never)
  const { body } = await app.get('/balance')
  expect(body).toEqual({ balances: [{ currency: 'PLN', available: 75, reserved: 25 }] })
})

test('403: an agent has no business with it', async () => {
  expectProblem(await app.get('/balance', app.tokens.agent), 'forbidden')
})
