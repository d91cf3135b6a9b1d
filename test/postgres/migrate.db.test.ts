import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import { migrate } from '../../src/postgres/migrate.ts'
import { freshDatabase } from '../support/database.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

test('our own migrations run twice without a change', async () => {
  const { url } = await freshDatabase()
  await migrate(url)
})

test('three processes at once apply each file once, also one outside a transaction', async () => {
  const { url, pool } = await emptyDatabase()
  write('0001-thing.sql', 'create table thing (n int); insert into thing values (1);')
  write(
    '0002-index.sql',
    '-- no-transaction\ncreate index concurrently thing_n on thing (n);\nanalyze thing;\n',
  )
  await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(await many(pool, 'select * from thing')).toHaveLength(1)
  expect(await many(pool, 'select name from schema_migration order by 1')).toEqual([
    { name: '0001-thing.sql' },
    { name: '0002-index.sql' },
  ])
})

test('functions are put as their files say with the newest migration that names them, and never by another', async () => {
  const { url, pool } = await emptyDatabase()
  const functions = mkdtempSync(join(tmpdir(), 'functions-'))
  onTestFinished(() => rmSync(functions, { recursive: true }))
  const put = (n: number) =>
    writeFileSync(
      join(functions, 'answer.sql'),
      `create or replace function answer() returns int language sql as 'select ${n}';`,
    )
  const answer = async () => (await many<{ answer: number }>(pool, 'select answer()'))[0]?.answer
  const mark = `-- functions: ${'0'.repeat(64)}\n`
  put(7)
  write('0001-first.sql', `create function answer() returns int language sql as 'select 1';`)
  write('0002-functions.sql', mark)
  write('0003-more.sql', 'create table more (n int);')
  await migrate(url, folder, functions)
  expect(await answer()).toBe(7)

  // Who is older, or has only edited a file, changes nothing.
  put(8)
  write('0004-other.sql', 'create table other (n int);')
  await migrate(url, folder, functions)
  expect(await answer()).toBe(7)

  write('0005-functions.sql', mark)
  await migrate(url, folder, functions)
  expect(await answer()).toBe(8)
})

test('a file that fails leaves nothing behind and is named', async () => {
  const { url, pool } = await emptyDatabase()
  write('0001-thing.sql', 'create table thing (n int); select nonsense;')
  await expect(migrate(url, folder)).rejects.toThrow('migration 0001-thing.sql failed')
  expect(await many(pool, `select 1 from pg_tables where tablename = 'thing'`)).toEqual([])
})

test('history cannot be changed: not edited, not removed, not added to', async () => {
  const { url } = await emptyDatabase()
  write('0002-thing.sql', 'create table thing (n int);')
  await migrate(url, folder)
  write('0002-thing.sql', 'create table thing (n int8);')
  await expect(migrate(url, folder)).rejects.toThrow('was edited')
  write('0002-thing.sql', 'create table thing (n int);')
  write('0001-early.sql', 'select 1;')
  await expect(migrate(url, folder)).rejects.toThrow('comes before 0002-thing.sql')
  rmSync(join(folder, '0002-thing.sql'))
  await expect(migrate(url, folder)).rejects.toThrow('this version not')
})

test('file names must be numbered, each number once', async () => {
  const { url } = await emptyDatabase()
  write('0001-a.sql', '')
  write('0001-b.sql', '')
  await expect(migrate(url, folder)).rejects.toThrow('same number')
  rmSync(join(folder, '0001-b.sql'))
  write('first.sql', '')
  await expect(migrate(url, folder)).rejects.toThrow('first.sql')
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

async function emptyDatabase() {
  const { url, pool } = await freshDatabase()
  await pool.query({ text: 'drop schema public cascade; create schema public' })
  return { url, pool }
}
