import { expect, test } from 'vitest'
import { execute } from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'
import { countOf } from '../support/run-options.ts'
import { startWorking } from './storm/start-working.ts'

const SESSIONS = countOf('DISCONNECTS', 300, 3_000)
const ALL_OF_ITS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name in ('storm', 'tollgate-listen')`

test('a process whose sessions Postgres ends hundreds of times lives, tells its callers, and answers', async () => {
  const { url, pool } = await freshDatabase()
  const working = await startWorking(url)
  let ended = 0
  for (let round = 0; ended < SESSIONS; round += 1) {
    ended += await execute(pool, ALL_OF_ITS)
    await new Promise((resolve) => setTimeout(resolve, round % 12))
  }
  await working.answersMore()
  const told = await working.end()
  expect(told).toMatchObject({ strange: [], heard: true })
  expect(told.unreachable).toBeGreaterThan(0)
}, 180_000)
