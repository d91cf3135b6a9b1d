import { expect, test } from 'vitest'
import type { DbPool } from '../../src/postgres/db.ts'
import { execute } from '../../src/postgres/db.ts'
import type { NotificationFilter } from '../../src/postgres/notification-log.ts'
import { listNotifications } from '../../src/postgres/notification-log.ts'
import { freshDatabase } from '../support/database.ts'

test('notifications are found by payment, merchant, time and state, oldest first', async () => {
  const { pool } = await freshDatabase()
  await add(pool, ['a', 1, 'shop', 'accepted', '2026-01-01'])
  await add(pool, ['a', 2, 'shop', 'refused', '2026-01-02'])
  await add(pool, ['b', 1, 'shop', 'pending', '2026-01-03'])
  await add(pool, ['c', 1, 'other', 'exhausted', '2026-01-04'])
  const found = async (filter: NotificationFilter) =>
    (await listNotifications(pool, filter)).map(({ eventId }) => eventId)

  expect(await found({})).toEqual(['a_1', 'a_2', 'b_1', 'c_1'])
  expect(await found({ ownerId: 'a' })).toEqual(['a_1', 'a_2'])
  expect(await found({ merchantId: 'other' })).toEqual(['c_1'])
  expect(await found({ state: 'refused' })).toEqual(['a_2'])
  expect(await found({ settled: true })).toEqual(['a_1', 'a_2', 'c_1'])
  expect(await found({ from: new Date('2026-01-02'), to: new Date('2026-01-04') })).toEqual([
    'a_2',
    'b_1',
  ])
  expect(await found({ limit: 1 })).toEqual(['a_1'])
})

async function add(pool: DbPool, values: [string, number, string, string, string]): Promise<void> {
  const [owner, sequence] = values
  await execute(
    pool,
    `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state, created_at)
     values ($6, $1, $2, $3, 'payment', '{}', $4, $5)`,
    [...values, `${owner}_${String(sequence)}`],
  )
}
