import { describe, expect, test } from 'vitest'
import type { DbPool } from '../../src/postgres/db.ts'
import {
  execute,
  many,
  maybeOne,
  one,
  RowCountError,
  statement,
  transaction,
} from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'
import { openPool } from '../support/open-pool.ts'

describe('queries', () => {
  test('one, maybeOne and many say how many rows they expect', async () => {
    const { pool } = await freshDatabase()
    expect(await one(pool, 'select 1 as n')).toEqual({ n: 1 })
    expect(await maybeOne(pool, 'select 1 as n where false')).toBeUndefined()
    expect(await many(pool, 'select n from generate_series(1, 3) n')).toHaveLength(3)
    await expect(one(pool, 'select 1 where false')).rejects.toThrow(RowCountError)
    await expect(maybeOne(pool, 'select generate_series(1, 2)')).rejects.toThrow(RowCountError)
  })

  test('a named statement is parsed once per connection', async () => {
    const { pool } = await freshDatabase()
    const DOUBLE = statement('test_double', 'select $1::int * 2 as n')
    await transaction(pool, async (db) => {
      expect(await one(db, DOUBLE, [2])).toEqual({ n: 4 })
      expect(await one(db, DOUBLE, [3])).toEqual({ n: 6 })
      const prepared = await many(db, 'select name from pg_prepared_statements')
      expect(prepared).toEqual([{ name: 'test_double' }])
    })
  })

  test('int8 arrives as a number, and one beyond a safe integer is refused', async () => {
    const { pool } = await freshDatabase()
    expect(await one(pool, 'select 9007199254740991::int8 as n')).toEqual({
      n: Number.MAX_SAFE_INTEGER,
    })
    await expect(one(pool, 'select 9007199254740992::int8 as n')).rejects.toThrow('safe integer')
  })
})

describe('a connection', () => {
  const backend = async (pool: DbPool) => (await one<{ pid: number }>(pool, BACKEND)).pid
  const BACKEND = 'select pg_backend_pid() as pid'

  test.for([
    [
      'a rule of ours',
      `do $$ begin raise exception 'balanceShort' using errcode = 'TGW01'; end $$`,
    ],
    ['a constraint', 'insert into thing values (1), (1)'],
    ['a value that cannot be', `select 'x'::int`],
  ] as const)('is kept when the answer is that something breaks %s', async ([, sql]) => {
    const { pool } = await freshDatabase()
    await execute(pool, 'create table thing (n int primary key)')
    const before = await backend(pool)
    for (let turn = 0; turn < 3; turn += 1) await expect(execute(pool, sql)).rejects.toThrow()
    expect(await backend(pool)).toBe(before)
  })

  test.for([
    ['a statement that broke another way', 'select nothing from nowhere'],
    ['the server ending it', 'select pg_terminate_backend(pg_backend_pid())'],
  ] as const)('is given up after %s', async ([, sql]) => {
    const { pool } = await freshDatabase()
    const before = await backend(pool)
    await expect(execute(pool, sql)).rejects.toThrow()
    expect(await backend(pool)).not.toBe(before)
  })
})

describe('transaction', () => {
  test('keeps everything or nothing', async () => {
    const { pool } = await freshDatabase()
    await execute(pool, 'create table thing (n int)')
    const failing = transaction(pool, async (db) => {
      await execute(db, 'insert into thing values (1)')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await many(pool, 'select * from thing')).toEqual([])
    expect(await transaction(pool, (db) => execute(db, 'insert into thing values (1)'))).toBe(1)
    expect(await many(pool, 'select * from thing')).toHaveLength(1)
  })

  test('a deadlock is run again until both have happened', async () => {
    const { pool } = await freshDatabase()
    await execute(pool, 'create table account (id int primary key, n int)')
    await execute(pool, 'insert into account values (1, 0), (2, 0)')
    const add = (first: number, second: number) =>
      transaction(pool, async (db) => {
        await execute(db, 'update account set n = n + 1 where id = $1', [first])
        await execute(db, 'select pg_sleep(0.05)')
        await execute(db, 'update account set n = n + 1 where id = $1', [second])
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(await many(pool, 'select n from account')).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('a connection that breaks inside does not end the process, and the pool goes on', async () => {
    const { pool } = await freshDatabase()
    const broken = transaction(pool, async (db) => {
      const { pid } = await one<{ pid: number }>(db, 'select pg_backend_pid() as pid')
      await execute(pool, 'select pg_terminate_backend($1, 1000)', [pid])
      await execute(db, 'select 1')
    })
    await expect(broken).rejects.toThrow()
    expect(await one(pool, 'select 1 as n')).toEqual({ n: 1 })
  })
})

describe('bounds', () => {
  test('a statement that takes too long is cancelled by the server', async () => {
    const { url } = await freshDatabase()
    const pool = openPool(url, { statementTimeoutMs: 50 })
    await expect(execute(pool, 'select pg_sleep(2)')).rejects.toMatchObject({ code: '57014' })
    await pool.end()
  })

  test('waiting for a lock is bounded', async () => {
    const { url, pool } = await freshDatabase()
    await execute(pool, 'create table thing (n int)')
    const impatient = openPool(url, { lockTimeoutMs: 50 })
    await transaction(pool, async (db) => {
      await execute(db, 'lock table thing')
      await expect(execute(impatient, 'select * from thing')).rejects.toMatchObject({
        code: '55P03',
      })
    })
    await impatient.end()
  })

  test('a lost idle connection is reported, not thrown', async () => {
    const { url, pool } = await freshDatabase()
    const errors: Error[] = []
    const victim = openPool(url, { onError: (error) => errors.push(error) })
    const { pid } = await one<{ pid: number }>(victim, 'select pg_backend_pid() as pid')
    await execute(pool, 'select pg_terminate_backend($1, 1000)', [pid])
    await expect.poll(() => errors.length).toBe(1)
    expect(await one(victim, 'select 1 as n')).toEqual({ n: 1 })
    await victim.end()
  })
})
