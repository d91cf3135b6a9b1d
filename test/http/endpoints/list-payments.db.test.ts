import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const order = (amountMinor: number, extOrderId = `o-${String(Math.random())}`) => ({
  order: { amountMinor, currency: 'PLN' as const, extOrderId },
})
const idsOf = (body: { payments: { paymentId: string }[] }) =>
  body.payments.map(({ paymentId }) => paymentId)

async function everyPage(query: string, between: () => Promise<unknown> = async () => undefined) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await app.get(`/payments?${query}${next}`)
    ids.push(...idsOf(body))
    cursor = body.nextCursor
    await between()
  } while (cursor !== undefined && ids.length < 100)
  return ids
}

describe('200', () => {
  test('pages are newest first, and neither repeat nor skip while others are made', async () => {
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.push(await app.payments.sale(order(41_00 + i)))
    const seen = await everyPage('amountFrom=41&amountTo=41.99&limit=2', () =>
      app.payments.sale(order(41_50)),
    )
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => made.includes(id))).toEqual([...made].reverse())
  })

  test('oldest first, and in the order of changes', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i++) made.push(await app.payments.sale(order(52_00 + i)))
    const query = 'amountFrom=52&amountTo=52.99&limit=1'
    expect(await everyPage(`${query}&order=created_asc`)).toEqual(made)
    await app.payments.command(made[0]!, { name: 'refund', amountMinor: 100 } as never)
    const changed = await everyPage(`${query}&order=updated_asc`)
    expect(changed.at(-1)).toBe(made[0])
  })

  test.each([
    ['extOrderId=filtered&status=COMPLETED', 1],
    ['extOrderId=filtered&status=REJECTED', 0],
    ['extOrderId=filtered&status=REJECTED&status=COMPLETED', 1],
    ['extOrderId=filtered&method=CARD&currency=PLN', 1],
    ['extOrderId=filtered&currency=EUR', 0],
    ['extOrderId=filtered&amountFrom=63.01', 0],
    ['extOrderId=filtered&amountTo=63', 1],
    ['extOrderId=filtered&createdFrom=2020-01-01T00:00:00Z', 1],
    ['extOrderId=filtered&createdTo=2020-01-01T00:00:00Z', 0],
    ['extOrderId=filtered&updatedFrom=2020-01-01T00:00:00%2B01:00', 1],
    ['extOrderId=filtered&rejectCode=EXPIRED', 0],
  ])('%s finds %i', async (query, count) => {
    const { body: known } = await app.get('/payments?extOrderId=filtered')
    if (known.payments.length === 0) await app.payments.sale(order(63_00, 'filtered'))
    const { status, body } = await app.get(`/payments?${query}`)
    expect([status, body.payments.length]).toEqual([200, count])
  })

  test('amounts are in major units, whatever the decimals of the currency', async () => {
    const yen = { amountMinor: 700, currency: 'JPY' as const, extOrderId: 'yen' }
    const id = await app.payments.sale({ order: yen })
    expect(idsOf((await app.get('/payments?amountFrom=700&amountTo=700')).body)).toEqual([id])
  })

  test('by what the provider calls a transaction, of a sale and of its refund', async () => {
    const id = await app.payments.sale(order(64_00))
    await app.payments.command(id, { name: 'refund', amountMinor: 100 } as never)
    const { rows } = await app.pool.query({
      text: `select one ->> 'acquirerRef' as reference
               from payment, jsonb_array_elements(state -> 'transactions') one where payment_id = $1`,
      values: [id],
    })
    const references = rows.flatMap(({ reference }) => (reference as string | null) ?? [])
    expect(references).toHaveLength(2)
    for (const reference of references) {
      const path = `/payments?reference=${encodeURIComponent(reference)}`
      expect(idsOf((await app.get(path)).body), reference).toEqual([id])
      expect(idsOf((await app.get(path, app.tokens.stranger)).body)).toEqual([])
      expect(idsOf((await app.get(path, app.tokens.agent)).body)).toEqual([])
    }
    expect(idsOf((await app.get('/payments?reference=nobody')).body)).toEqual([])
  })

  test('by the card as it is shown, or by its last four digits, page by page', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i++) made.push(await app.payments.sale(order(65_00)))
    const within = 'amountFrom=65&amountTo=65'
    const { body: shown } = await app.get(`/payments?${within}`)
    const mask = String(shown.payments[0].instrument.cardMask)
    expect(mask).toMatch(/^\d{6}\*{6}\d{4}$/)
    for (const card of [encodeURIComponent(mask), mask.slice(-4)]) {
      const query = `cardMask=${card}&${within}&limit=2`
      expect(await everyPage(query)).toEqual([...made].reverse())
      expect(await everyPage(`${query}&order=created_asc`)).toEqual(made)
      expect(new Set(await everyPage(`${query}&order=updated_asc`))).toEqual(new Set(made))
      for (const token of [app.tokens.stranger, app.tokens.agent])
        expect(idsOf((await app.get(`/payments?${query}`, token)).body)).toEqual([])
    }
    const other = mask.replace(/^\d{6}/, '999999')
    const none = await app.get(`/payments?${within}&cardMask=${encodeURIComponent(other)}`)
    expect(idsOf(none.body)).toEqual([])
  })

  test('nobody reads what is not theirs', async () => {
    await app.payments.sale(order(10_00, 'private'))
    const path = '/payments?extOrderId=private'
    expect(idsOf((await app.get(path)).body)).toHaveLength(1)
    expect(idsOf((await app.get(path, app.tokens.stranger)).body)).toEqual([])
    expect(idsOf((await app.get(path, app.tokens.agent)).body)).toEqual([])
  })
})

describe('400', () => {
  test.each([
    'colour=red',
    'cursor=nonsense',
    'limit=101',
    'limit=0',
    'status=PAID',
    'amountFrom=ten',
    'createdFrom=yesterday',
    'order=random',
    'cardMask=400000',
    'cardMask=4000000000001000',
    'cardMask=****1000',
    `reference=${'x'.repeat(129)}`,
  ])('%s', async (query) => {
    expectProblem(await app.get(`/payments?${query}`), 'invalid_request')
  })

  test('a cursor of another list or merchant', async () => {
    for (let i = 0; i < 2; i++) await app.payments.sale(order(77_00))
    const { body } = await app.get('/payments?limit=1')
    const cursor = encodeURIComponent(body.nextCursor as string)
    expect((await app.get(`/payments?limit=1&cursor=${cursor}`)).status).toBe(200)
    for (const [path, token] of [
      [`/payments?limit=1&status=COMPLETED&cursor=${cursor}`, app.tokens.shop],
      [`/payments?limit=1&cursor=${cursor}`, app.tokens.stranger],
      [`/balance/entries?limit=1&cursor=${cursor}`, app.tokens.shop],
    ] as const)
      expectProblem(await app.get(path, token), 'invalid_request')
  })
})
