import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Changes } from '../../src/postgres/changes.ts'
import { createHints, listenToChanges } from '../../src/postgres/changes.ts'
import { execute } from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'

const open: Changes[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((changes) => changes.close()))
})

async function start() {
  const { pool, url } = await freshDatabase()
  const errors: Error[] = []
  const changes = listenToChanges(url, (error) => errors.push(error))
  open.push(changes)
  return { pool, changes, hint: createHints(pool), errors }
}

/** A read that finds nothing until the thing has happened, and counts. */
function countedRead() {
  const counted = {
    count: 0,
    happened: false,
    read: (): Promise<true | undefined> => {
      counted.count += 1
      return Promise.resolve(counted.happened ? true : undefined)
    },
  }
  return counted
}

/** Waits long enough for the next look to be a second away, so that only a hint can be quick. */
async function heardAtOnce(changes: Changes, hint: (id: string) => void): Promise<void> {
  const mine = countedRead()
  const waiting = changes.until('mine', mine.read, 20_000)
  await sleep(800)
  mine.happened = true
  const hintedAt = performance.now()
  hint('mine')
  expect(await waiting).toBe(true)
  expect(performance.now() - hintedAt).toBeLessThan(700)
}

test('what has happened already is found without waiting', async () => {
  const { changes } = await start()
  expect(await changes.until('a', () => Promise.resolve(true), 5_000)).toBe(true)
})

test('a hint wakes whoever waits for that id, and nobody else', async () => {
  const { changes, hint } = await start()
  const other = countedRead()
  const others = changes.until('other', other.read, 1_500)
  await heardAtOnce(changes, hint)
  expect(await others).toBeUndefined()
  expect(other.count).toBeLessThanOrEqual(4)
})

test('a lost hint is made up for by looking', async () => {
  const { changes } = await start()
  const reads = countedRead()
  const waiting = changes.until('a', reads.read, 20_000)
  reads.happened = true
  expect(await waiting).toBe(true)
})

test('a long wait looks ever more rarely', async () => {
  const { changes } = await start()
  const reads = countedRead()
  expect(await changes.until('a', reads.read, 2_000)).toBeUndefined()
  // At once, after 250, 750 and 1,750 ms, and at the end.
  expect(reads.count).toBeLessThanOrEqual(5)
})

test('a connection that is cut off is made again, and hints are heard again', async () => {
  const { pool, changes, hint, errors } = await start()
  await changes.until('a', countedRead().read, 300)
  await execute(
    pool,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tollgate-listen' and datname = current_database()`,
  )
  await expect.poll(() => errors.length, { timeout: 5_000 }).toBeGreaterThan(0)
  const listening = () =>
    execute(
      pool,
      `select 1 from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
  await expect.poll(listening, { timeout: 10_000 }).toBe(1)
  await heardAtOnce(changes, hint)
})
