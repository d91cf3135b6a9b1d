import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes } from '../../../src/domain/event-type.ts'
import { many, transaction } from '../../../src/postgres/db.ts'
import { createCommand } from '../../domain/payment/support.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

interface Told {
  eventId: string
  type: string
  data: { paymentId: string; sequence: number; eventId: string }
}

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const silent = { merchant: { ...createCommand().merchant, notifies: false } }

async function eventsOf(paymentId: string): Promise<Told[]> {
  const all: Told[] = []
  for (;;) {
    const last = all.at(-1)
    const { body } = await app.get(`/events?limit=3${last ? `&after=${last.eventId}` : ''}`)
    if (body.events.length === 0) return all.filter(({ data }) => data.paymentId === paymentId)
    all.push(...(body.events as Told[]))
  }
}

describe('200', () => {
  test.each([
    ['with an address', {}],
    ['without one', silent],
  ])('a merchant %s reads all that happened, in order', async (_, changes) => {
    const id = await app.payments.sale(changes)
    await app.payments.command(id, { name: 'refund', amountMinor: 100 } as never)
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual([
      'payment.pending',
      'payment.completed',
      'refund.pending',
      'refund.completed',
    ])
    expect(events.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4])
    expect(events.every(({ eventId, data }) => eventId === data.eventId)).toBe(true)
  })

  test('only the types that are asked for', async () => {
    const id = await app.payments.sale()
    const { body } = await app.get('/events?limit=100&type=payment.completed')
    const types = new Set((body.events as Told[]).map(({ type }) => type))
    expect([...types]).toEqual(['payment.completed'])
    expect((body.events as Told[]).some(({ data }) => data.paymentId === id)).toBe(true)
  })

  test('an event that commits late comes after what was read before it', async () => {
    const { body } = await app.get('/events?limit=100')
    const before = (body.events as Told[]).at(-1)
    const insert = (id: string) => ({
      text: `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state)
             values ($1, $1, 1, 'shop', 'payment', '{"status":"PENDING"}', 'unsent')`,
      values: [id],
    })
    await transaction(app.pool, async (db) => {
      await db.query(insert('began-first'))
      await app.pool.query(insert('committed-first'))
      const read = await app.get(`/events?after=${before!.eventId}`)
      expect((read.body.events as Told[]).map(({ eventId }) => eventId)).toEqual([
        'committed-first',
      ])
    })
    const { body: rest } = await app.get('/events?after=committed-first')
    expect((rest.events as Told[]).map(({ eventId }) => eventId)).toEqual(['began-first'])
  })

  test('the newest first, page by page, is the same list the other way round', async () => {
    await app.payments.sale()
    const { body: forth } = await app.get('/events?limit=100')
    const back: Told[] = []
    for (let cursor = ''; ;) {
      const { body } = await app.get(`/events?order=created_desc&limit=3${cursor}`)
      back.push(...(body.events as Told[]))
      if (body.nextCursor === undefined) break
      cursor = `&cursor=${String(body.nextCursor)}`
    }
    expect(back.reverse()).toEqual(forth.events)
  })

  test('waits for the next one', async () => {
    const { body } = await app.get('/events?limit=100')
    const last = (body.events as Told[]).at(-1)!.eventId
    const waiting = app.get(`/events?after=${last}&wait=30`)
    await app.payments.sale(silent)
    expect((await waiting).body.events.length).toBeGreaterThan(0)
  })

  test('who finds no place to wait in costs no look at the database', async () => {
    const ask = (query: string, signal?: AbortSignal) =>
      fetch(`${app.url}/v1/ecommerce/events?wait=30${query}`, {
        headers: { authorization: `Bearer ${app.tokens.stranger}` },
        signal: signal ?? null,
      })
    const statusOfUnknown = async () => (await ask('&after=nobody_1')).status
    const caller = new AbortController()
    // Twice as many as there are places: the question below may take one for a moment.
    const held = Array.from({ length: 40 }, () => ask('', caller.signal))
    await expect.poll(statusOfUnknown).toBe(429)
    caller.abort()
    await Promise.allSettled(held)
    await expect.poll(statusOfUnknown).toBe(400)
    const { stranger } = app.tokens
    expectProblem(await app.get('/events?wait=2&after=nobody_1', stranger), 'invalid_request')
    expect((await app.get('/events?wait=2', stranger)).body).toEqual({ events: [] })
  })

  test('an agent and another merchant read nothing of it', async () => {
    await app.payments.sale()
    for (const token of [app.tokens.agent, app.tokens.stranger])
      expect((await app.get('/events', token)).body).toEqual({ events: [] })
  })
})

test('everything that merchants can be told has a type of the list', async () => {
  const rows = await many<{ type: string }>(
    app.pool,
    `select distinct event_type(kind, body) as type from (
       select 'payment', json_build_object('status', s)::text
         from unnest('{PENDING,COMPLETED,REJECTED,CANCELLED,ERROR,SETTLED}'::text[]) s
       union all select 'payment', json_build_object('status', 'COMPLETED', 'transType', t, 'transStatus', s)::text
         from unnest('{CAPTURE,ADJUSTMENT}'::text[]) t, unnest('{PENDING,COMPLETED,REJECTED}'::text[]) s
       union all select 'payment', '{"status":"COMPLETED","transType":"ADJUSTMENT","transStatus":"CANCELLED"}'
       union all select 'payment', '{"status":"COMPLETED","transType":"CANCEL","transStatus":"REJECTED"}'
       union all select 'refund', json_build_object('status', s)::text
         from unnest('{NEW,PENDING,COMPLETED,REJECTED,ERROR}'::text[]) s
       union all select 'tokenizer', json_build_object('status', s)::text
         from unnest('{PENDING,COMPLETED,REJECTED,CANCELLED,ERROR,DISCARDED}'::text[]) s
     ) told(kind, body)`,
  )
  const given: readonly string[] = eventTypes
  expect(rows.filter(({ type }) => !given.includes(type))).toEqual([])
  expect(rows).toHaveLength(24)
})

describe('400', () => {
  test.each(['after=nobody_1', 'type=no.such', 'wait=31', 'since=1'])('%s', async (query) => {
    expectProblem(await app.get(`/events?${query}`), 'invalid_request')
  })
  test("another merchant's event as the place to go on from", async () => {
    const id = await app.payments.sale()
    expectProblem(await app.get(`/events?after=${id}_1`, app.tokens.stranger), 'invalid_request')
  })
})
