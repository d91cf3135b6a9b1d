import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { execute, many } from '../../../src/postgres/db.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { migrate } from '../../../src/postgres/migrate.ts'
import { forgetExchanges } from '../../../src/postgres/providers/exchanges.ts'
import { freshDatabase } from '../../support/database.ts'

let url: string
let owner: DbPool
/** Who keeps house. */
let app: DbPool

beforeEach(async () => {
  const { url: address, poolOf } = await freshDatabase()
  ;[url, owner, app] = [address, poolOf('tollgate'), poolOf('tollgate_app')]
})

const write = (db: DbPool, ref: string, at = 'clock_timestamp()') =>
  execute(
    db,
    `insert into provider_exchange (ref, owner_id, merchant_id, reference, step, key_id, wrapped_key, ciphertext, created_at)
     values ($1, 'pay', 'M1', 'pay-auth-1', 'authorize', 'k', 'w', 'c', ${at})`,
    [ref],
  )
const places = (db: DbPool) =>
  many<{ ref: string; place: string }>(
    db,
    'select ref, tableoid::regclass::text as place from provider_exchange order by 1',
  )
const months = async (db: DbPool) =>
  (
    await many<{ name: string }>(
      db,
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'provider_exchange'::regclass order by 1`,
    )
  ).map(({ name }) => name)
const monthAt = (later: number): string => {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1))
  return `provider_exchange_${first.toISOString().slice(0, 7).replace('-', '_')}`
}

test('a month that is past is dropped by who keeps house, and of the one that is partly past only what is', async () => {
  await execute(
    owner,
    `create table provider_exchange_2024_01 (like provider_exchange including defaults, primary key (ref))`,
  )
  const [first = ''] = await months(owner)
  await execute(owner, `drop table ${first}`)
  await execute(
    owner,
    `alter table provider_exchange attach partition provider_exchange_2024_01
       for values from ('2024-01-01Z') to ('2024-02-01Z')`,
  )
  await write(app, 'past', `timestamptz '2024-01-31 23:59:59Z'`)
  await write(app, 'old', `now() - interval '31 days'`)
  await write(app, 'young', `now() - interval '29 days'`)
  expect(await forgetExchanges(app, 30)).toBe(1)
  expect((await places(owner)).map(({ ref }) => ref)).toEqual(['young'])
  expect(await months(owner)).not.toContain('provider_exchange_2024_01')
})

test('months are made ahead and once, and what came before its month was made goes into it', async () => {
  const [first = ''] = await months(owner)
  expect(first).toBe(monthAt(1))
  await execute(owner, `drop table ${first}`)
  await write(app, 'early')
  expect(await places(owner)).toEqual([{ ref: 'early', place: 'provider_exchange_default' }])
  await Promise.all([forgetExchanges(app, 30), forgetExchanges(app, 30)])
  const made = [monthAt(0), monthAt(1), monthAt(2)]
  expect(await months(owner)).toEqual([...made, 'provider_exchange_default'])
  expect(await places(owner)).toEqual([{ ref: 'early', place: made[0] }])
  await forgetExchanges(app, 30)
  expect(await months(owner)).toEqual([...made, 'provider_exchange_default'])
})

test('a reference stands once, and who keeps house changes no table otherwise', async () => {
  await write(app, 'one')
  await expect(write(app, 'one')).rejects.toMatchObject({ code: '23505' })
  const refused = { code: '42501' }
  await expect(execute(app, `drop table ${monthAt(1)}`)).rejects.toMatchObject(refused)
  await expect(
    execute(app, `alter table provider_exchange detach partition ${monthAt(1)}`),
  ).rejects.toMatchObject(refused)
})

test('what was kept before there were months is read, written beside and forgotten', async () => {
  await owner.query({ text: 'drop schema public cascade; create schema public' })
  await owner.query({ text: 'drop schema vault cascade' })
  const before = beforeMonths()
  await migrate(url, before.migrations, before.functions)
  await write(owner, 'before', `now() - interval '40 days'`)
  await write(owner, 'lately')
  expect(await migrate(url)).toEqual(readdirSync(MIGRATIONS).filter((name) => name >= '0065'))
  await write(app, 'after')
  expect(new Set((await places(app)).map(({ place }) => place))).toEqual(new Set([monthAt(1)]))
  expect(await forgetExchanges(app, 30)).toBe(1)
  expect((await places(app)).map(({ ref }) => ref)).toEqual(['after', 'lately'])
})

const folder = (name: string) =>
  fileURLToPath(new URL(`../../../src/postgres/${name}`, import.meta.url))
const MIGRATIONS = folder('migrations')

/** The files of the schema before, whose rights name no function that comes later. */
function beforeMonths() {
  const scratch = mkdtempSync(join(tmpdir(), 'before-months-'))
  onTestFinished(() => rmSync(scratch, { recursive: true }))
  const [migrations, functions] = [join(scratch, 'migrations'), join(scratch, 'functions')]
  cpSync(MIGRATIONS, migrations, { recursive: true })
  cpSync(folder('functions'), functions, { recursive: true })
  for (const name of readdirSync(migrations)) if (name >= '0065') rmSync(join(migrations, name))
  const rights = join(functions, 'grant_application.sql')
  const later = /, make_exchange_months\(\), drop_exchange_months\(int\)/g
  writeFileSync(rights, readFileSync(rights, 'utf8').replace(later, ''))
  return { migrations, functions }
}
