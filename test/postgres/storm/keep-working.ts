import { listenToChanges } from '../../../src/postgres/changes.ts'
import { createDbPool, execute, many, one, transaction } from '../../../src/postgres/db.ts'
import { isUnreachable } from '../../../src/process/is-unreachable.ts'

/**
 * A process that works with the database until its input ends, whatever happens to its connections, and
 * then tells what became of its work, if it lives to tell. A dot for every hundred answers.
 */
const [databaseUrl = ''] = process.argv.slice(2)
const CLIENTS = 12
const DOT = 100
const tally = { answered: 0, unreachable: 0, strange: [] as string[] }

const pool = createDbPool({ databaseUrl, applicationName: 'storm', maxConnections: 8 })
const changes = listenToChanges(databaseUrl, () => undefined)
const works = [
  () => one(pool, 'select 1 as n'),
  () => transaction(pool, (db) => many(db, 'select n from generate_series(1, 50) n')),
  () => execute(pool, 'select pg_sleep(0.002)'),
]

let isOver = false
process.stdin.on('end', () => (isOver = true)).resume()

async function work(first: number): Promise<void> {
  for (let turn = first; !isOver; turn += 1) {
    try {
      await works[turn % works.length]?.()
      tally.answered += 1
      if (tally.answered % DOT === 0) process.stdout.write('.')
    } catch (error) {
      if (isUnreachable(error)) tally.unreachable += 1
      else tally.strange.push(String(error))
    }
  }
}

/** The listener comes back by itself: a hint of another session arrives before any look would. */
async function hears(): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    let isFound = false
    const waiting = changes.until('somebody', () => Promise.resolve(isFound || undefined), 200)
    await execute(pool, `select pg_notify('tollgate_changes', 'somebody')`)
    isFound = true
    if (await waiting) return true
  }
  return false
}

await Promise.all(Array.from({ length: CLIENTS }, (_, first) => work(first)))
const heard = await hears()
await changes.close()
await pool.end()
process.stdout.write(`\n${JSON.stringify({ ...tally, heard })}\n`)
