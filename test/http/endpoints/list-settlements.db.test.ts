import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { startSettledApp } from '../support/settled-app.ts'
import type { SettledApp } from '../support/settled-app.ts'

let app: SettledApp
beforeAll(async () => {
  app = await startSettledApp()
  for (const refundMinor of [1, 333, 4_999]) {
    await app.payments.sale()
    const id = await app.payments.sale()
    await app.payments.command(id, { name: 'refund', amountMinor: refundMinor } as never)
    await app.settle()
  }
})
afterAll(() => app.close())

describe('200', () => {
  test('the latest first, and the parts add up to the last grosz', async () => {
    const { body } = await app.get('/settlements')
    expect(body.settlements).toMatchObject([
      { currency: 'PLN', gross: 200, refunds: 49.99, fees: 0, net: 150.01, lines: 3 },
      { currency: 'PLN', gross: 200, refunds: 3.33, fees: 0, net: 196.67, lines: 3 },
      { currency: 'PLN', gross: 200, refunds: 0.01, fees: 0, net: 199.99, lines: 3 },
    ])
  })

  test('in pages that repeat and skip nothing', async () => {
    const all = (await app.get('/settlements')).body.settlements
    const first = (await app.get('/settlements?limit=2')).body
    const rest = (await app.get(`/settlements?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.settlements, ...rest.settlements]).toEqual(all)
    expect(rest.nextCursor).toBeUndefined()
  })

  test('between two times', async () => {
    const [last, , first] = (await app.get('/settlements')).body.settlements
    const { body } = await app.get(`/settlements?from=${first.date}&to=${last.date}`)
    expect(body.settlements).toHaveLength(2)
  })

  test('each is told once, as an event, also when its batch is read again', async () => {
    await app.payments.sale()
    await app.settle(await app.settle())
    const { body } = await app.get('/events?type=settlement.created')
    const { settlements } = (await app.get('/settlements')).body
    const told = body.events.map(({ data }: { data: { settlementId: string } }) => data)
    expect(told).toHaveLength(settlements.length)
    const { net, settlementId } = settlements[0]
    expect(told).toContainEqual(expect.objectContaining({ settlementId, net, status: 'CREATED' }))
  })

  test('nothing of another merchant', async () => {
    expect((await app.get('/settlements', app.tokens.stranger)).body).toEqual({ settlements: [] })
  })
})

test.each(['colour=red', 'cursor=nonsense', 'from=yesterday', 'limit=0'])(
  '400: %s',
  async (query) => {
    expectProblem(await app.get(`/settlements?${query}`), 'invalid_request')
  },
)

test('403: an agent', async () => {
  expectProblem(await app.get('/settlements', app.tokens.agent), 'forbidden')
})
