import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execute, one } from '../../src/postgres/db.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { scan } from '../../src/vault/card-scanner.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const vaulted = '4539148803436467'
const leaked = '4716059127983354'
const deleted = '4024007103939509'

test('the files of the database show a leaked card, even a deleted one, but no vaulted one', async () => {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  const since = Date.now() - 1_000
  const vault = createVault({ db: pool, keyRing })
  const ref = await vault.store({ merchantId: 'm', kind: 'card', secret: { number: vaulted } })
  await vault.destroy(ref)
  await execute(pool, 'create table note (text text)')
  await execute(pool, 'insert into note values ($1), ($2)', [`paid by ${leaked}`, deleted])
  await execute(pool, 'delete from note where text = $1', [deleted])
  await execute(pool, 'vacuum note')
  await execute(pool, 'checkpoint')

  const report = await scan({
    paths: await databaseFiles(pool),
    canaries: [vaulted, leaked, deleted],
    since,
  })
  const found = new Set(report.hits.map(({ sample }) => sample))
  expect(found).toEqual(new Set(['471605******3354', '402400******9509']))
  expect(report.unreadable).toEqual([])
})

async function databaseFiles(pool: DbPool): Promise<string[]> {
  const { folder, oid } = await one<{ folder: string; oid: string }>(
    pool,
    `select current_setting('data_directory') as folder, oid::text
     from pg_database where datname = current_database()`,
  )
  return [join(folder, 'base', oid), join(folder, 'pg_wal')]
}
