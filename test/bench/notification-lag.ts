import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { print } from './measure.ts'
import type { Shop } from './shop.ts'

const SECONDS = 20

/**
 * From the commit to the first attempt, in an open loop: payments come at their own pace, whether or
 * not the gateway keeps up.
 */
export async function notificationLag(db: pg.Client, shop: Shop, perSecond: number): Promise<void> {
  const since = (await db.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now
  const sales: Promise<unknown>[] = []
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end;) {
    sales.push(shop.sale(randomUUID()).catch(() => undefined))
    await sleep(1000 / perSecond)
  }
  await Promise.all(sales)
  await allAttempted(db)
  const { rows } = await db.query<Record<'p50' | 'p95' | 'p99' | 'count', number>>(
    `select count(*)::int as count,
            percentile_cont(0.5) within group (order by lag) as p50,
            percentile_cont(0.95) within group (order by lag) as p95,
            percentile_cont(0.99) within group (order by lag) as p99
       from (select extract(epoch from first_attempt_at - created_at)::float8 * 1000 as lag
               from notification where created_at > $1 and first_attempt_at is not null) as lags`,
    [since],
  )
  const [lags] = rows
  if (!lags) throw new Error('no notification was attempted')
  print('From the commit to the first attempt of its notification (ms)', [
    { 'payments per s': perSecond, notifications: lags.count, ...pick(lags) },
  ])
}

const pick = ({ p50, p95, p99 }: Record<'p50' | 'p95' | 'p99', number>) => ({ p50, p95, p99 })

async function allAttempted(db: pg.Client): Promise<void> {
  for (let look = 0; look < 60; look += 1) {
    const { rowCount } = await db.query(
      'select 1 from notification where first_attempt_at is null limit 1',
    )
    if (rowCount === 0) return
    await sleep(500)
  }
}
