import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import { KeyRingError, loadKeyRing } from '../../src/vault/key-ring.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'
import { transitEngine } from '../support/transit-engine.ts'

const card = { number: '4000000000001000' }
const newCard = { merchantId: 'shop', kind: 'card', secret: card } as const

/** A key ring that names a transit engine, as an operator writes it. */
async function start() {
  const engine = await transitEngine()
  const { pool, poolOf } = await freshDatabase()
  const { path } = await freshKeyRing()
  const tokenFile = `${path}.token`
  writeFileSync(tokenFile, 'token\n')
  const local = createVault({ db: poolOf('tollgate_vault'), keyRing: loadKeyRing(path) })
  const { address, keyName } = engine.options
  const name = (transit: object) =>
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), transit }))
  name({ address, keyName, tokenFile })
  const open = () => createVault({ db: poolOf('tollgate_vault'), keyRing: loadKeyRing(path) })
  const keys = async () =>
    (await many<{ key_id: string }>(pool, 'select key_id from vault.secret')).map((r) => r.key_id)
  return { engine, path, tokenFile, local, open, keys, name }
}

test('cards are wrapped by the engine that the key ring names, and opened by it alone', async () => {
  const { open, keys, tokenFile } = await start()
  const vault = open()
  const ref = await vault.store(newCard)
  expect(await keys()).toEqual(['cards:v1'])
  expect(await vault.read(ref, 'shop')).toEqual(card)
  writeFileSync(tokenFile, 'revoked')
  await expect(vault.read(ref, 'shop')).rejects.toThrow('403')
  writeFileSync(tokenFile, 'token')
  expect(await vault.read(ref, 'shop')).toEqual(card)
})

test('what stood under the ring is read as before, and moves to the engine with a rewrap', async () => {
  const { local, open, keys, engine } = await start()
  const ref = await local.store(newCard)
  const vault = open()
  expect(await vault.read(ref, 'shop')).toEqual(card)
  expect(await vault.rewrap('cards', 10)).toMatchObject({ rewrapped: 1, unreadable: [] })
  expect(await keys()).toEqual(['cards:v1'])
  await expect(local.read(ref, 'shop')).rejects.toThrow('not in the key ring')
  engine.rotate()
  expect(await vault.rewrap('cards', 10)).toMatchObject({ rewrapped: 1 })
  expect(await keys()).toEqual(['cards:v2'])
  expect(await vault.read(ref, 'shop')).toEqual(card)
})

test('production reaches the engine by https only, and a half-named one is refused', async () => {
  const { path, name } = await start()
  expect(() => loadKeyRing(path, { production: true })).toThrow('transit.address must be https')
  name({ address: 'https://vault.eu' })
  expect(() => loadKeyRing(path)).toThrow(KeyRingError)
})
