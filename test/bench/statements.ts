import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const SETTLE_MS = 300

/** How many statements the database is sent while something is done, by its own log. */
export async function statementsDuring(
  db: pg.Client,
  logPath: string,
  work: () => Promise<unknown>,
): Promise<number> {
  await db.query(`alter system set log_statement = 'all'`)
  await db.query('select pg_reload_conf()')
  try {
    await sleep(SETTLE_MS)
    const [idleFrom, idleSince] = [countIn(logPath), performance.now()]
    await sleep(1_000)
    const [from, since] = [countIn(logPath), performance.now()]
    await work()
    const took = performance.now() - since
    await sleep(SETTLE_MS)
    // What goes on without any payment: polls, heartbeats, gauges.
    const idlePerMs = (from - idleFrom) / (since - idleSince)
    return countIn(logPath) - from - idlePerMs * (took + SETTLE_MS)
  } finally {
    await db.query('alter system reset log_statement')
    await db.query('select pg_reload_conf()')
  }
}

const countIn = (path: string): number =>
  (readFileSync(path, 'utf8').match(/LOG: {2}(execute|statement)/g) ?? []).length
