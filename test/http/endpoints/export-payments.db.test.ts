import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))

test('200: every payment that the filter means, newest first, and no other', async () => {
  const order = { amountMinor: 1_250, currency: 'PLN', extOrderId: 'export-1' } as const
  const first = await app.payments.sale({ order })
  const second = await app.payments.sale()
  const { status, headers, text } = await app.get('/payments.csv?status=COMPLETED')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv;charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="payments-[\d-]+\.csv"$/,
  )
  expect(rowsOf(text).map(([id]) => id)).toEqual([second, first])
  expect(rowsOf(text)[1]).toEqual(expect.arrayContaining(['COMPLETED', '12.50', 'PLN', 'export-1']))
  expect(rowsOf((await app.get('/payments.csv?extOrderId=export-1')).text)).toHaveLength(1)
  expect(rowsOf((await app.get('/payments.csv', app.tokens.stranger)).text)).toEqual([])
})

test('200: more than one page of the database, each payment once', async () => {
  await app.pool.query({
    text: `insert into payment select copy.*
      from (select * from payment limit 1) p, generate_series(1, 1200) n,
        lateral jsonb_populate_record(null::payment, to_jsonb(p) || jsonb_build_object(
          'payment_id', p.payment_id || n, 'created_at', p.created_at - n * interval '1 second',
          'ext_order_id', 'many', 'state', p.state || jsonb_build_object('id', p.payment_id || n))) copy`,
  })
  const ids = rowsOf((await app.get('/payments.csv?extOrderId=many')).text).map(([id]) => id)
  expect(ids).toHaveLength(1_200)
  expect(new Set(ids).size).toBe(1_200)
})

test('200: what a payer or a shop wrote is no formula', async () => {
  const order = {
    ...({ amountMinor: 100, currency: 'PLN', extOrderId: '=1+1' } as const),
    description: '@SUM(A1)',
  }
  await app.payments.sale({ order })
  const { text } = await app.get('/payments.csv?amountTo=1')
  expect(text).toContain("'=1+1")
  expect(text).toContain("'@SUM(A1)")
})

test('200: by the address of the payer, in whatever case', async () => {
  const customer = { email: 'Zofia@example.com' }
  const paymentId = await app.payments.sale({ customer })
  const { text } = await app.get('/payments.csv?email=zofia@EXAMPLE.com')
  expect(rowsOf(text).map(([id]) => id)).toEqual([paymentId])
})

test('400: an unknown filter, and a place in the list', async () => {
  expectProblem(await app.get('/payments.csv?colour=red'), 'invalid_request')
  expectProblem(await app.get('/payments.csv?limit=5'), 'invalid_request')
})
