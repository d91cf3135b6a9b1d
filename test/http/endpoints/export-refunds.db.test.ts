import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const linesOf = (text: string): string[] => text.trimEnd().split('\r\n').slice(1)

test('200: each refund of each payment, and none of a payment without', async () => {
  await app.payments.sale()
  const paymentId = await app.payments.sale()
  await app.payments.command(paymentId, { name: 'refund', amountMinor: 150, extRefundId: 'r-1' })
  await app.payments.command(paymentId, { name: 'refund', amountMinor: 250, description: '=A1' })
  const { status, text } = await app.get('/refunds.csv')
  expect(status).toBe(200)
  const lines = linesOf(text)
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toContain(`,PLN,${paymentId},`)
  expect(lines[0]).toMatch(/COMPLETED,1\.50,PLN.*,r-1,/)
  expect(lines[1]).toMatch(/COMPLETED,2\.50,PLN.*,'=A1,/)
  expect(linesOf((await app.get('/refunds.csv', app.tokens.stranger)).text)).toEqual([])
})

test('200: by the time at which they were asked for', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(linesOf((await app.get(`/refunds.csv?from=${tomorrow}`)).text)).toEqual([])
  expect(linesOf((await app.get(`/refunds.csv?to=${tomorrow}`)).text)).not.toEqual([])
  expect(linesOf((await app.get('/refunds.csv?to=2020-01-01T00:00:00Z')).text)).toEqual([])
})

test('400: no time', async () => {
  expectProblem(await app.get('/refunds.csv?from=yesterday'), 'invalid_request')
})
