import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

test('200: every movement says why, and the balance follows from entry to entry', async () => {
  const id = await app.payments.sale()
  await app.payments.command(id, { name: 'refund', amountMinor: 2_500 } as never)
  await app.payments.sale()
  const entries = []
  let cursor: string | undefined
  do {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await app.get(`/balance/entries?currency=PLN&limit=1${next}`)
    entries.push(...body.entries)
    cursor = body.nextCursor
  } while (cursor !== undefined)
  expect(entries.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
    ['SALE', 100, 175],
    ['REFUND', -25, 75],
    ['SALE', 100, 100],
  ])
  expect(entries[1]).toMatchObject({ paymentId: id })
  expect(entries[1].refundId).toBeTruthy()
})

test('200: nothing of another merchant or currency', async () => {
  expect((await app.get('/balance/entries', app.tokens.stranger)).body).toEqual({ entries: [] })
  expect((await app.get('/balance/entries?currency=EUR')).body).toEqual({ entries: [] })
})

test('403: an agent has no business with it', async () => {
  expectProblem(await app.get('/balance/entries', app.tokens.agent), 'forbidden')
})
