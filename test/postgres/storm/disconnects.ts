import { listenToChanges } from '../../../src/postgres/changes.ts'
import { createDbPool, execute, many, one, transaction } from '../../../src/postgres/db.ts'
import { isUnreachable } from '../../../src/is-unreachable.ts'

/**
 * A process whose database ends all its sessions again and again while it works; it tells what became of
 * its work, if it lives to tell.
 */
const [databaseUrl = '', rounds = '300'] = process.argv.slice(2)
const CLIENTS = 12
const tally = { answered: 0, unreachable: 0, ended: 0, strange: [] as string[] }

const pool = createDbPool({ databaseUrl, applicationName: 'storm', maxConnections: 8 })
const assassin = createDbPool({ databaseUrl, applicationName: 'assassin', maxConnections: 1 })
const changes = listenToChanges(databaseUrl, () => undefined)

let isOver = false
const works = [
  () => one(pool, 'select 1 as n'),
  () => transaction(pool, (db) => many(db, 'select n from generate_series(1, 50) n')),
  () => execute(pool, 'select pg_sleep(0.002)'),
]

async function work(turn: number): Promise<void> {
  while (!isOver) {
    try {
      await works[turn % works.length]?.()
      tally.answered += 1
    } catch (error) {
      if (isUnreachable(error)) tally.unreachable += 1
      else tally.strange.push(String(error))
    }
    turn += 1
  }
}

const ALL_OF_OURS = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name in ('storm', 'tollgate-listen')`

async function assassinate(): Promise<void> {
  for (let round = 0; round < Number(rounds); round += 1) {
    tally.ended += await execute(assassin, ALL_OF_OURS)
    await new Promise((resolve) => setTimeout(resolve, round % 12))
  }
  isOver = true
}

const works12 = Array.from({ length: CLIENTS }, (_, turn) => work(turn))
await assassinate()
await Promise.all(works12)
const afterwards = await one<{ n: number }>(pool, 'select 42 as n')
const heard = await hears()
await changes.close()
await Promise.all([pool.end(), assassin.end()])
process.stdout.write(JSON.stringify({ ...tally, afterwards: afterwards.n, heard }))

/** The listener comes back by itself: a hint of another session arrives, without a look. */
async function hears(): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    let isFound = false
    const waiting = changes.until('somebody', () => Promise.resolve(isFound || undefined), 200)
    await execute(assassin, `select pg_notify('tollgate_changes', 'somebody')`)
    isFound = true
    if (await waiting) return true
  }
  return false
}
