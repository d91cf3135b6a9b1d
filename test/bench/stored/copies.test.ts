import { describe, expect, test } from 'vitest'
import { copiesOf, placesBefore, slots } from './copies.ts'
import { copyingOf, textOf } from './copy-sql.ts'
import { storedMarkdown } from './stored-markdown.ts'

const original = {
  beganAt: 1_795_000_000_000,
  marks: { abc: 'copy.id', 'abc-order': 'copy.order_id' },
}

describe('a text of a copy', () => {
  test('has names of its own, the longest that fits, and moments as far from its beginning', () => {
    const iso = new Date(original.beganAt + 250).toISOString()
    expect(textOf(`{"id":"abc","order":"abc-order","at":1795000000007}`, original)).toBe(
      `'' || '{"id":"' || copy.id || '","order":"' || copy.order_id || '","at":' || (copy.ms + 7) || '}'`,
    )
    expect(textOf(iso, original)).toContain(`copy.at + interval '250 ms'`)
  })

  test('is itself where nothing varies, quotes and all', () => {
    expect(textOf(`it's`, original)).toBe(`'' || 'it''s'`)
    expect(textOf('', original)).toBe(`'' || ''`)
  })
})

test('a statement copies each row, of its type, with the columns that have words of their own', () => {
  const columns = [
    { name: 'owner_id', type: 'text' },
    { name: 'at', type: 'timestamp with time zone' },
    { name: 'position', type: 'bigint' },
  ]
  const rows = [{ owner_id: 'abc', at: '2026-11-18T11:06:40.500Z', position: null }]
  const own = { position: 'copy.n' }
  const sql = copyingOf(original, 'event', { columns, rows, own }, 'select 1')
  expect(sql).toContain(`insert into event ("owner_id", "at", "position")`)
  expect(sql).toContain(`select line."owner_id", line."at", copy.n from (select 1) as copy`)
  expect(sql).toContain(`('' || copy.id)::text, copy.at + interval '500 ms', null::bigint`)
})

test('places of a merchant follow each other, whatever share it has', () => {
  const copies = {
    count: 8,
    currency: 'PLN',
    firstMs: 0,
    stepMs: 1,
    netMinor: 10,
    firstLive: 5,
    eventsOf: 2,
    slots: slots(['a', 'b', 'c'], [{ merchantId: 'b', minor: 7 }]),
  }
  const before = (merchantId: string) =>
    [1, 2, 3, 4, 5, 9].map((n) => placesBefore(copies, merchantId, n))
  expect(before('a')).toEqual([0, 1, 2, 2, 2, 4])
  expect(before('b')).toEqual([0, 0, 0, 1, 1, 2])
  expect(before('c')).toEqual([0, 0, 0, 0, 1, 2])
  expect(copies.slots.map(({ rank, share }) => [rank, share])).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
    [0, 1],
  ])
  expect(copiesOf(copies)).toContain(`(2, 'b', 0, 1, 7::bigint, 1)`)
})

test('the table has what was before beside what is after, and says what failed', () => {
  const round = { perSecond: 9, p50: 100, p95: 200, p99: 300 } as never
  const besideMigration = { seconds: 61, rounds: [round], cpu: [{ postgres: 9 }] }
  const look = (p50: number, problem?: string) => ({
    sales: [{ clients: 1, rounds: [round], cpu: [{ postgres: 6, 'api-1': 40 }] }],
    times: [
      { name: 'GET /payments', p50, p95: p50 * 2, ...(problem !== undefined && { problem }) },
    ],
    sizes: [
      { table: 'journal', rows: 20_000_000, bytes: 5_000_000_000, indexBytes: 1_000_000_000 },
    ],
  })
  const table = storedMarkdown({
    payments: 2_000_000,
    before: look(4),
    after: look(6),
    besideMigration,
  })
  expect(table).toContain('| GET /payments | 4 | 8 | 6 | 12 |')
  expect(table).toContain(
    '| 2,000,000 payments | 1 | 9 (9–9) | 100 | 200 | 300 | 6 (6–6) | 40 (40–40) |',
  )
  expect(table).toContain('| and while two indexes are built, 61 s | 8 | 9 (9–9) |')
  expect(table).toContain('| journal | 20,000,000 | 5000 | 1000 |')
  const failed = storedMarkdown({
    payments: 1,
    before: look(4),
    after: look(NaN, 'away'),
    besideMigration,
  })
  expect(failed).toContain('| GET /payments | 4 | 8 | failed | – |')
})
