import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { World } from './world.ts'

export interface NotificationLag {
  salesPerSecond: number
  notifications: number
  p50: number
  p95: number
  p99: number
}

/**
 * From the commit to the first attempt, in an open loop: payments come at their own pace, whether or
 * not the gateway keeps up.
 */
export async function notificationLag(
  { db, told }: World,
  salesPerSecond: number,
  seconds: number,
): Promise<NotificationLag> {
  const since = (await db.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now
  const sales: Promise<unknown>[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    sales.push(told.sale().catch(() => undefined))
    await sleep(1000 / salesPerSecond)
  }
  await Promise.all(sales)
  await allAttempted(db)
  const { rows } = await db.query<Omit<NotificationLag, 'salesPerSecond'>>(
    `select count(*)::int as notifications,
            percentile_cont(0.5) within group (order by lag) as p50,
            percentile_cont(0.95) within group (order by lag) as p95,
            percentile_cont(0.99) within group (order by lag) as p99
       from (select extract(epoch from first_attempt_at - created_at)::float8 * 1000 as lag
               from notification where created_at > $1 and first_attempt_at is not null) as lags`,
    [since],
  )
  const [lags] = rows
  if (!lags) throw new Error('no notification was attempted')
  return { salesPerSecond, ...lags }
}

async function allAttempted(db: pg.Client): Promise<void> {
  for (let look = 0; look < 60; look += 1) {
    const { rowCount } = await db.query(
      `select 1 from notification where first_attempt_at is null and url is not null limit 1`,
    )
    if (rowCount === 0) return
    await sleep(500)
  }
}
