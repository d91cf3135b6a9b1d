import { expect, test } from 'vitest'
import { execute } from '../../../src/postgres/db.ts'
import type { Db } from '../../../src/postgres/db.ts'
import { createMerchantEvents } from '../../../src/postgres/lists/merchant-events.ts'
import { freshDatabase } from '../../support/database.ts'

/** The list of events, and how often the database was asked. */
async function watchedEvents() {
  const { pool } = await freshDatabase()
  const counted = { statements: 0 }
  const db: Db = {
    query: (config) => {
      counted.statements += 1
      return pool.query(config)
    },
  }
  const happen = (merchantId: string, id: string) =>
    execute(
      pool,
      `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state)
       values ($1, $1, 1, $2, 'payment', '{"status":"PENDING"}', 'unsent')`,
      [id, merchantId],
    )
  return { events: createMerchantEvents(db), counted, happen }
}

const place = { after: undefined, limit: 10 }
const stay = { timeoutMs: 120_000 }
const shop = { merchantId: 'shop' }

test('1,500 who wait for the same events ask the database as one does, and all are told', async () => {
  const { events, counted, happen } = await watchedEvents()
  const all = Promise.all(Array.from({ length: 1_500 }, () => events.awaitPage(shop, place, stay)))
  await expect.poll(() => counted.statements, { timeout: 60_000 }).toBeGreaterThanOrEqual(5)
  await happen('shop', 'first')
  const told = await all
  expect(told.every((rows) => rows?.[0]?.eventId === 'first')).toBe(true)
  expect(counted.statements).toBeLessThan(60)
})

test('what costs one look costs one look for any number of merchants', async () => {
  const { events, counted } = await watchedEvents()
  const patience = { timeoutMs: 1_500 }
  const merchants = Array.from({ length: 200 }, (_, at) => ({ merchantId: `shop-${String(at)}` }))
  await Promise.all(merchants.map((reader) => events.awaitPage(reader, place, patience)))
  // Each reads once at the beginning; from then on the process looks for all of them together.
  expect(counted.statements).toBeLessThan(200 * 3 + 20)
})

test('an event of another kind than is waited for does not end the wait', async () => {
  const { events, happen } = await watchedEvents()
  const place = { after: undefined, limit: 10, types: ['payment.completed'] as const }
  const waiting = events.awaitPage(shop, place, { timeoutMs: 2_000 })
  await happen('shop', 'pending')
  await happen('other', 'foreign')
  expect(await waiting).toBeUndefined()
})

test('who hangs up waits no longer, and nobody looks for nobody', async () => {
  const { events, counted } = await watchedEvents()
  const callers = Array.from({ length: 20 }, () => new AbortController())
  const waiting = callers.map(({ signal }) =>
    events.awaitPage(shop, place, { timeoutMs: 30_000, signal }),
  )
  await expect.poll(() => counted.statements, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
  for (const caller of callers) caller.abort()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => undefined))
  const before = counted.statements
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(counted.statements - before).toBeLessThanOrEqual(1)
})
