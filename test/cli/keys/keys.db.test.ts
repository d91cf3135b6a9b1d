import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listAudit } from '../../support/list-audit.ts'
import { createVault } from '../../../src/vault/card-vault.ts'
import { createMerchants } from '../../../src/postgres/merchants.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { loadKeyRing } from '../../../src/vault/key-ring.ts'
import { loadPortalKeys } from '../../../src/vault/portal-keys.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { agreedWith, commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing, freshPortalKeys } from '../../support/key-ring.ts'

async function start() {
  const { url, pool } = await freshDatabase()
  const { path, keyRing } = await freshKeyRing()
  const { path: portalPath } = await freshPortalKeys()
  const vault = createVault({ db: pool, keyRing })
  const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: path, PORTAL_KEYS_FILE: portalPath })
  const agreed = agreedWith(tollgate)
  return { pool, url, path, portalPath, keyRing, vault, tollgate, agreed }
}

describe('keys', () => {
  test('a rotation puts a fresh key in front, keeps the old one and is audited', async () => {
    const { pool, path, agreed } = await start()
    const [old] = loadKeyRing(path).payload
    const { text } = await agreed('keys', 'rotate', 'payload', '--json')
    const { keys } = JSON.parse(text)
    expect(keys).toEqual([loadKeyRing(path).payload[0]!.id, old!.id])
    expect(await listAudit(pool, 'keys/payload')).toMatchObject([
      { operator: 'anna', action: 'keys.rotate', outcome: 'done', detail: { keys } },
      { operator: 'jan', action: 'approvals.approve', outcome: 'approved' },
      { operator: 'anna', action: 'keys.rotate', outcome: 'requested' },
    ])
  })

  test('nobody rotates alone, nor with the agreement that somebody else asked for', async () => {
    const { path, tollgate } = await start()
    const before = loadKeyRing(path).payload.length
    const ask = (by: string) =>
      tollgate('keys', 'rotate', 'payload', '--reason', 'r', '--by', by, '--json')
    const { id } = JSON.parse((await ask('anna')).text)
    expect(JSON.parse((await ask('anna')).text).id).toBe(id)
    expect(await tollgate('approvals', 'approve', id, '--by', 'anna')).toMatchObject({ code: 1 })
    expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 0 })
    expect(await ask('jan')).toMatchObject({ code: 1 })
    expect(loadKeyRing(path).payload).toHaveLength(before)
    expect(await ask('anna')).toMatchObject({ code: 0 })
    expect(loadKeyRing(path).payload).toHaveLength(before + 1)
    expect(JSON.parse((await ask('anna')).text)).toMatchObject({ state: 'waiting' })
    expect(loadKeyRing(path).payload).toHaveLength(before + 1)
  })

  test('stored cards move to the new key and stay readable', async () => {
    const { pool, path, vault, tollgate, agreed } = await start()
    const secret = { number: 'not a card' }
    const ref = await vault.store({ merchantId: 'shop', kind: 'card', secret })
    await agreed('keys', 'rotate', 'vault')
    expect((await tollgate('keys', 'rewrap')).text).toBe('1 moved, 0 unreadable\n')
    expect((await tollgate('keys', 'rewrap')).text).toBe('0 moved, 0 unreadable\n')
    const after = createVault({ db: pool, keyRing: loadKeyRing(path) })
    expect(await after.read(ref, 'shop')).toEqual(secret)
    expect(await tollgate('keys', 'check')).toMatchObject({ code: 0, text: 'every key is here\n' })
  })

  test('a key that cards stand under and that is not here is found', async () => {
    const { pool, vault, tollgate } = await start()
    await vault.store({ merchantId: 'shop', kind: 'card', secret: {} })
    await pool.query({ text: `update vault.secret set key_id = 'lost'` })
    expect(await tollgate('keys', 'check')).toMatchObject({ code: 1, text: 'lost\n' })
  })

  test('merchants still sign in after the old key is gone, and it goes only then', async () => {
    const { pool, path, tollgate, agreed } = await start()
    const merchantsWith = () =>
      createMerchants(pool, createEnvelope(createLocalKeyWrapper(loadKeyRing(path))))
    await merchantsWith().save({ merchantId: 'shop', kind: 'merchant', name: 'Shop' })
    await merchantsWith().rotateLogin('shop', 'secret')
    const [old] = loadKeyRing(path).vault
    expect(await tollgate('keys', 'retire', 'vault', old!.id)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('rotate first'),
    })
    await agreed('keys', 'rotate', 'vault')
    expect(await tollgate('keys', 'retire', 'vault', old!.id)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('1 secret under it'),
    })
    expect((await tollgate('keys', 'rewrap')).text).toBe('1 moved, 0 unreadable\n')
    expect(await agreed('keys', 'retire', 'vault', old!.id)).toMatchObject({ code: 0 })
    expect(loadKeyRing(path).vault.map(({ id }) => id)).not.toContain(old!.id)
    expect(await merchantsWith().isLogin('shop', 'secret')).toBe(true)
    expect(await tollgate('keys', 'check')).toMatchObject({ code: 0 })
  })

  test('a merchant secret under a key that is not here is found', async () => {
    const { pool, keyRing, tollgate } = await start()
    const merchants = createMerchants(pool, createEnvelope(createLocalKeyWrapper(keyRing)))
    await merchants.save({ merchantId: 'shop', kind: 'merchant', name: 'Shop' })
    await merchants.rotateLogin('shop', 'secret')
    await pool.query({ text: `update merchant_secret set key_id = 'lost'` })
    expect(await tollgate('keys', 'check')).toMatchObject({ code: 1, text: 'lost\n' })
  })

  test('a signing key ends a day after the next was made', async () => {
    const { path, tollgate, agreed } = await start()
    const [old] = loadKeyRing(path).signing
    await agreed('keys', 'rotate', 'signing')
    const retire = () => tollgate('keys', 'retire', 'signing', old!.kid)
    expect(await retire()).toMatchObject({ code: 1, problem: expect.stringContaining('until') })
    const text = readFileSync(path, 'utf8')
    const made = (JSON.parse(text) as { signing: { createdAt: string }[] }).signing[0]!.createdAt
    writeFileSync(path, text.replaceAll(made, '2026-01-01T00:00:00.000Z'))
    expect(await agreed('keys', 'retire', 'signing', old!.kid)).toMatchObject({ code: 0 })
    expect(loadKeyRing(path).signing.map(({ kid }) => kid)).not.toContain(old!.kid)
    expect(await tollgate('keys', 'retire', 'signing', 'nobody')).toMatchObject({ code: 1 })
  })

  test('list names the keys and never their values', async () => {
    const { path, tollgate } = await start()
    const { text } = await tollgate('keys', 'list')
    const ring = loadKeyRing(path)
    expect(text).toContain(ring.vault[0]!.id)
    expect(text).not.toContain(ring.vault[0]!.key.export().toString('base64'))
  })

  test("the portal's keys are rotated and listed apart, and need their file", async () => {
    const { url, path, portalPath, tollgate, agreed } = await start()
    const [old] = loadPortalKeys(portalPath).vault
    const { text } = await agreed('keys', 'rotate', 'portal', '--json')
    expect(JSON.parse(text).keys).toEqual([expect.any(String), old!.id])
    expect((await tollgate('keys', 'list')).text).toContain(old!.id)
    const alone = commandLine({ DATABASE_URL: url, KEYS_FILE: path })
    expect(await alone('keys', 'rotate', 'portal')).toMatchObject({
      code: 1,
      problem: 'PORTAL_KEYS_FILE is not set\n',
    })
  })

  test('what never rotates is refused', async () => {
    const { tollgate } = await start()
    expect(await tollgate('keys', 'rotate', 'ids')).toMatchObject({ code: 2 })
  })
})

test.for(['list', 'rotate', 'rewrap', 'check', 'retire'])(
  'help with an example: keys %s',
  async (name) => {
    const { code, text } = await commandLine({})('keys', name, '--help')
    expect([code, text]).toEqual([0, expect.stringContaining(`tollgate -- keys ${name}`)])
  },
)
