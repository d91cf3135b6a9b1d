import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchBooks } from '../../worker/watch-books.ts'
import { execute } from '../../src/postgres/db.ts'
import type { Db } from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'

const LONG_SECONDS = 600

test('a stop does not wait for a ledger to be summed up', async () => {
  const { url } = await freshDatabase()
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
  let isChecking = false
  const check = async (db: Db) => {
    isChecking = true
    await execute(db, `select pg_sleep(${String(LONG_SECONDS)})`)
    return []
  }
  const stop = watchBooks({ databaseUrl: url, log, everyMs: 10, check })
  await expect.poll(() => isChecking, { timeout: 60_000 }).toBe(true)
  await stop()
  // It was asked to end: that is no failure of the books.
  expect(said).toEqual([])
})
