import { expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import { loadKeyRing, rotate } from '../../src/vault/key-ring.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const card = { number: '4000000000001000', expDate: '203012' }
const owned = { merchantId: 'merchant', kind: 'card', secret: card } as const

test('a stored secret is read back by its reference', async () => {
  const { vault } = await freshVault()
  const ref = await vault.store({ ...owned, fingerprint: 'fingerprint' })
  expect(ref).toMatch(/^[a-z]{27}$/)
  expect(await vault.read(ref, 'merchant')).toEqual(card)
})

test('a secret of another merchant, or one that never was, is not there', async () => {
  const { vault } = await freshVault()
  const ref = await vault.store(owned)
  expect(await vault.read(ref, 'other')).toBeUndefined()
  expect(await vault.read('a'.repeat(27), 'merchant')).toBeUndefined()
})

test('a row handed to another merchant in the database does not open', async () => {
  const { vault, pool } = await freshVault()
  const ref = await vault.store(owned)
  await many(pool, `update vault.secret set merchant_id = 'other' where ref = $1`, [ref])
  await expect(vault.read(ref, 'other')).rejects.toThrow()
})

test('the database holds nothing readable', async () => {
  const { vault, pool } = await freshVault()
  await vault.store(owned)
  const rows = await many(pool, `select encode(ciphertext, 'escape') as text, * from vault.secret`)
  expect(JSON.stringify(rows)).not.toContain(card.number)
})

test('two secrets never share a nonce or a data key', async () => {
  const { vault, pool } = await freshVault()
  await Promise.all(Array.from({ length: 50 }, () => vault.store(owned)))
  const rows = await many(
    pool,
    `select distinct substring(ciphertext for 13) as nonce, wrapped_key from vault.secret`,
  )
  expect(rows).toHaveLength(50)
})

test('a destroyed secret is unreadable for ever, and its row tells when', async () => {
  const { vault, pool } = await freshVault()
  const ref = await vault.store({ ...owned, fingerprint: 'fingerprint' })
  await vault.destroy(ref)
  await vault.destroy(ref)
  expect(await vault.read(ref, 'merchant')).toBeUndefined()
  const [row] = await rowsOf(pool)
  expect(row).toMatchObject({ ciphertext: null, wrapped_key: null, fingerprint: null })
  expect(row?.destroyed_at).not.toBeNull()
})

test('only old secrets that nobody used are erased', async () => {
  const { vault, pool } = await freshVault()
  const [orphan, used] = [await vault.store(owned), await vault.store(owned)]
  await vault.markUsed(used)
  await many(pool, `update vault.secret set created_at = now() - interval '1 hour'`)
  const young = await vault.store(owned)
  expect(await vault.eraseOrphans(30 * 60_000)).toBe(1)
  expect(await vault.read(orphan, 'merchant')).toBeUndefined()
  expect(await vault.read(used, 'merchant')).toEqual(card)
  expect(await vault.read(young, 'merchant')).toEqual(card)
})

test('re-wrapping goes on where it was cut off, while secrets are read and stored', async () => {
  const { vault, pool, path } = await freshVault()
  const refs = await Promise.all(Array.from({ length: 25 }, () => vault.store(owned)))
  await rotate(path, 'vault')
  const rotated = createVault({ db: pool, keyRing: loadKeyRing(path) })

  const cutOff = await rotated.rewrap('cards', 10)
  expect(cutOff).toMatchObject({ rewrapped: 10, unreadable: [] })
  const [, fresh] = await Promise.all([rotated.rewrap('cards', 5), rotated.store(owned)])
  expect(await rotated.rewrap('cards', 100)).toMatchObject({ rewrapped: 10 })
  expect(await rotated.rewrap('cards', 100)).toEqual({
    rewrapped: 0,
    unreadable: [],
    last: undefined,
  })

  for (const ref of [...refs, fresh]) expect(await rotated.read(ref, 'merchant')).toEqual(card)
  const keyIds = (await rowsOf(pool)).map(({ key_id }) => key_id)
  expect(new Set(keyIds)).toEqual(new Set([loadKeyRing(path).vault[0]?.id]))
})

test('two runs of re-wrapping at once lose nothing', async () => {
  const { vault, pool, path } = await freshVault()
  const refs = await Promise.all(Array.from({ length: 20 }, () => vault.store(owned)))
  await rotate(path, 'vault')
  const rotated = createVault({ db: pool, keyRing: loadKeyRing(path) })
  const runs = await Promise.all([rotated.rewrap('cards', 100), rotated.rewrap('cards', 100)])
  expect(runs.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(20)
  for (const ref of refs) expect(await rotated.read(ref, 'merchant')).toEqual(card)
})

test('a row that cannot be unwrapped is listed and does not stop the others', async () => {
  const { vault, pool, path } = await freshVault()
  const refs = [await vault.store(owned), await vault.store(owned)].sort()
  await many(pool, `update vault.secret set wrapped_key = 'noise' where ref = $1`, [refs[0]])
  await rotate(path, 'vault')
  const rotated = createVault({ db: pool, keyRing: loadKeyRing(path) })
  expect(await rotated.rewrap('cards', 100)).toEqual({
    rewrapped: 1,
    unreadable: [refs[0]],
    last: refs[1],
  })
})

test('re-wrapping never brings a destroyed secret back', async () => {
  const { vault, pool, path } = await freshVault()
  const ref = await vault.store(owned)
  await vault.destroy(ref)
  await rotate(path, 'vault')
  const rotated = createVault({ db: pool, keyRing: loadKeyRing(path) })
  expect(await rotated.rewrap('cards', 100)).toMatchObject({ rewrapped: 0 })
  expect(await rotated.read(ref, 'merchant')).toBeUndefined()
})

test('a key ring that lacks a key in use is noticed', async () => {
  const { vault, pool, path } = await freshVault()
  expect(await vault.unreadableKeys()).toEqual([])
  await vault.store(owned)
  await rotate(path, 'vault')
  const keyRing = loadKeyRing(path)
  const rotated = createVault({ db: pool, keyRing })
  await rotated.store(owned)
  expect(await rotated.unreadableKeys()).toEqual([])
  const [fresh, old] = keyRing.vault
  const lacking = createVault({ db: pool, keyRing: { ...keyRing, vault: [fresh!] } })
  expect(await lacking.unreadableKeys()).toEqual([old?.id])
})

test('nobody but the vault role and the owner may read the table', async () => {
  const { pool } = await freshVault()
  const [rights] = await many(
    pool,
    `select has_table_privilege('tollgate_vault', 'vault.secret', 'select') as role,
            has_table_privilege('tollgate_vault', 'vault.secret', 'delete') as role_deletes,
            has_table_privilege('pg_monitor', 'vault.secret', 'select') as others,
            has_schema_privilege('pg_monitor', 'vault', 'usage') as others_look`,
  )
  expect(rights).toEqual({ role: true, role_deletes: false, others: false, others_look: false })
})

async function freshVault() {
  const { pool } = await freshDatabase()
  const { path, keyRing } = await freshKeyRing()
  return { vault: createVault({ db: pool, keyRing }), pool, path }
}

function rowsOf(pool: DbPool) {
  return many<Record<string, unknown>>(pool, 'select * from vault.secret')
}
