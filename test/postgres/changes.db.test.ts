import { afterEach, expect, test } from 'vitest'
import type { Changes, Hint, News } from '../../src/postgres/changes.ts'
import { createHints, listenToChanges } from '../../src/postgres/changes.ts'
import { execute } from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'

const open: Changes[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((changes) => changes.close()))
})

const HOUR_MS = 3_600_000
/** Nobody looks by himself while a test lasts: only a hint can wake. */
const HINTS_ONLY = { firstMs: HOUR_MS, lastMs: HOUR_MS }

async function start(polls?: typeof HINTS_ONLY) {
  const { pool, url } = await freshDatabase()
  const errors: Error[] = []
  const changes = listenToChanges(url, (error) => errors.push(error), polls)
  open.push(changes)
  const listening = () =>
    execute(
      pool,
      `select 1 from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )
  /** A hint to nobody is lost. */
  const isHeard = () => expect.poll(listening, { timeout: 60_000 }).toBe(1)
  const ownHint = createHints(pool, changes)
  return { pool, changes, hint: createHints(pool), ownHint, errors, isHeard }
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

async function heardByHint(changes: Changes, hint: Hint, id = 'mine'): Promise<void> {
  const mine = countedRead()
  const waiting = changes.until(id, mine.read, HOUR_MS)
  mine.happened = true
  hint(id)
  expect(await waiting).toBe(true)
  expect(mine.count).toBe(2)
}

test('what has happened already is found without waiting', async () => {
  const { changes } = await start()
  expect(await changes.until('a', () => Promise.resolve(true), 5_000)).toBe(true)
})

test('a hint wakes whoever waits for that id, and nobody else', async () => {
  const { changes, hint, isHeard } = await start(HINTS_ONLY)
  await isHeard()
  const other = countedRead()
  const others = changes.until('other', other.read, HOUR_MS)
  await heardByHint(changes, hint)
  expect(other.count).toBe(1)
  other.happened = true
  hint('other')
  expect(await others).toBe(true)
  expect(other.count).toBe(2)
})

test('a lost hint is made up for by looking', async () => {
  const { changes } = await start()
  const reads = countedRead()
  const waiting = changes.until('a', reads.read, 20_000)
  reads.happened = true
  expect(await waiting).toBe(true)
})

test('a long wait looks ever more rarely', async () => {
  const { changes } = await start({ firstMs: 20, lastMs: 160 })
  const reads = countedRead()
  expect(await changes.until('a', reads.read, 300)).toBeUndefined()
  // At once, after 20, 60, 140 and 300 ms, and once more where a timer went off a millisecond early;
  // a slow machine looks less often, and steady looking would be 15 times.
  expect(reads.count).toBeLessThanOrEqual(6)
})

test('a connection that is cut off is made again, and hints are heard again', async () => {
  const { pool, changes, hint, errors, isHeard } = await start(HINTS_ONLY)
  await isHeard()
  await execute(
    pool,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tollgate-listen' and datname = current_database()`,
  )
  await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await isHeard()
  await heardByHint(changes, hint)
})

const newsOf = (version: number): News => ({
  version,
  messageId: `cmd/${String(version)}`,
  outcome: { accepted: true },
  bodyHash: undefined,
  state: { version },
})

/** Whoever waits for a version above one, as those do who wait for a payment to go on. */
const above = (version: number) => (news: News) =>
  news.version > version ? { found: news.state } : ('not yet' as const)

test('what this process has committed is handed over without a read', async () => {
  const { changes, ownHint } = await start(HINTS_ONLY)
  const reads = countedRead()
  ownHint('mine', newsOf(1))
  const waiting = changes.until<unknown>('mine', reads.read, HOUR_MS, { handed: above(1) })
  ownHint('mine', newsOf(2))
  expect(await waiting).toEqual({ version: 2 })
  const late = changes.until<unknown>('mine', reads.read, HOUR_MS, { handed: above(1) })
  expect(await late).toEqual({ version: 2 })
  expect(reads.count).toBe(0)
})

test('news that do not tell it are looked behind', async () => {
  const { changes, ownHint } = await start(HINTS_ONLY)
  const reads = countedRead()
  reads.happened = true
  ownHint('mine', newsOf(1))
  expect(await changes.until('mine', reads.read, HOUR_MS, { handed: () => 'look' })).toBe(true)
})

test('news of this process are no longer the last when another one has committed', async () => {
  const { changes, hint, ownHint, isHeard } = await start(HINTS_ONLY)
  await isHeard()
  const reads = countedRead()
  ownHint('mine', newsOf(1))
  const waiting = changes.until<unknown>('mine', reads.read, HOUR_MS, { handed: above(1) })
  reads.happened = true
  hint('mine')
  expect(await waiting).toBe(true)
  expect(await changes.until<unknown>('mine', reads.read, HOUR_MS, { handed: above(0) })).toBe(true)
})

test('a process does not hear what it has said to the others', async () => {
  const { pool, changes, hint, ownHint, isHeard } = await start(HINTS_ONLY)
  await isHeard()
  const other = await pool.connect()
  const said: (string | undefined)[] = []
  other.on('notification', ({ payload }) => said.push(payload))
  await other.query('listen tollgate_changes')
  try {
    ownHint('mine', newsOf(1))
    const reads = countedRead()
    const waiting = changes.until<unknown>('mine', reads.read, HOUR_MS, { handed: above(1) })
    await expect.poll(() => said, { timeout: 60_000 }).toEqual([`mine,${changes.sender}`])
    // Hints are heard in the order of their commits: when this one is, the own one has been.
    await heardByHint(changes, hint, 'another')
    expect(reads.count).toBe(0)
    ownHint('mine', newsOf(2))
    expect(await waiting).toEqual({ version: 2 })
  } finally {
    other.release(true)
  }
})
