import { describe, expect, test } from 'vitest'
import { merchantFactsOf } from '../../src/domain/merchant.ts'
import { one } from '../../src/postgres/db.ts'
import type { Db } from '../../src/postgres/db.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const shop = { merchantId: 'shop', kind: 'merchant', name: 'Shop' } as const

async function setUp() {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
  const merchants = createMerchants(pool, envelope)
  await merchants.save(shop)
  return { pool, envelope, merchants, others: createMerchants(pool, envelope) }
}

describe('merchants', () => {
  test('settings that are not given have their defaults', async () => {
    const { merchants } = await setUp()
    await merchants.save({ ...shop, settings: { currencies: ['EUR'], holdDays: 7 } })
    const merchant = (await merchants.find('shop'))!
    expect(merchant.settings).toMatchObject({
      currencies: ['EUR'],
      holdDays: 7,
      refundWindowDays: 90,
    })
    expect(merchantFactsOf(merchant)).toMatchObject({ holdMs: 604_800_000, notifies: false })
  })

  test('a change by another process is seen by the very next read', async () => {
    const { merchants, others } = await setUp()
    expect((await merchants.find('shop'))?.name).toBe('Shop')
    await others.save({ ...shop, name: 'New name' })
    expect((await merchants.find('shop'))?.name).toBe('New name')
    await others.save({ ...shop, merchantId: 'part' })
    await others.agreeOnMarketplace('shop', 'part')
    expect((await merchants.find('shop'))?.marketplacePartners).toEqual(['part'])
  })

  test('a record that did not change is not read again', async () => {
    const { merchants } = await setUp()
    expect(await merchants.find('shop')).toBe(await merchants.find('shop'))
  })

  test('whoever has just read the version saves a read, and is told of a change all the same', async () => {
    const { pool, envelope } = await setUp()
    const row = await one<{ version: number }>(
      pool,
      "select version from merchant where mid = 'shop'",
    )
    const { version } = row
    const reads: (string | undefined)[] = []
    const query: Db['query'] = (config) => {
      reads.push(config.name)
      return pool.query(config)
    }
    const counted = createMerchants({ ...pool, query }, envelope)
    for (const known of [undefined, version, version, version - 1])
      expect((await counted.find('shop', known))?.merchantId).toBe('shop')
    // The first, and the one that was told of another version.
    expect(reads).toEqual(['merchant_read', 'merchant_read'])
  })

  test('an unknown merchant is undefined', async () => {
    const { merchants } = await setUp()
    expect(await merchants.find('nobody')).toBeUndefined()
  })

  test('disabling raises the version of the credentials, once', async () => {
    const { merchants } = await setUp()
    await merchants.setStatus('shop', 'disabled')
    await merchants.setStatus('shop', 'disabled')
    expect(await merchants.find('shop')).toMatchObject({
      status: 'disabled',
      credentialsVersion: 2,
    })
  })

  test('the version of the credentials never falls', async () => {
    const { pool } = await setUp()
    const lower = pool.query({ text: 'update merchant set credentials_version = 0' })
    await expect(lower).rejects.toThrow()
  })

  test('paused notifications resume when the address is saved again', async () => {
    const { merchants } = await setUp()
    await merchants.save({ ...shop, notificationUrl: 'https://shop.example/hook' })
    await merchants.pauseNotifications('shop', true)
    await merchants.save({ ...shop, name: 'Another name' })
    expect((await merchants.find('shop'))?.notificationsPaused).toBe(true)
    await merchants.save({ ...shop, notificationUrl: 'https://shop.example/hook' })
    expect((await merchants.find('shop'))?.notificationsPaused).toBe(false)
  })
})

describe('secrets', () => {
  test('only the latest login secret opens, and a new one ends the tokens', async () => {
    const { merchants } = await setUp()
    const first = await merchants.rotateLogin('shop')
    expect(await merchants.isLogin('shop', first)).toBe(true)
    const second = await merchants.rotateLogin('shop')
    expect(await merchants.isLogin('shop', first)).toBe(false)
    expect(await merchants.isLogin('shop', second)).toBe(true)
    expect(await merchants.isLogin('nobody', second)).toBe(false)
    expect((await merchants.find('shop'))?.credentialsVersion).toBe(3)
  })

  test('two notification secrets overlap during a rotation, the current one first', async () => {
    const { merchants } = await setUp()
    const first = await merchants.rotateNotification('shop')
    const second = await merchants.rotateNotification('shop')
    expect(await merchants.notificationSecrets('shop')).toEqual([second, first])
    const third = await merchants.rotateNotification('shop')
    expect(await merchants.notificationSecrets('shop')).toEqual([third, second])
    await merchants.endRotation('shop')
    expect(await merchants.notificationSecrets('shop')).toEqual([third])
  })

  test('the database holds no secret in the clear, and a row moved to another merchant is useless', async () => {
    const { merchants, pool } = await setUp()
    const secret = await merchants.rotateLogin('shop')
    const { rows } = await pool.query({ text: 'select * from merchant_secret' })
    expect(Buffer.concat([rows[0]!.ciphertext, rows[0]!.wrapped_key]).includes(secret)).toBe(false)
    await merchants.save({ ...shop, merchantId: 'thief' })
    await pool.query({ text: `update merchant_secret set mid = 'thief'` })
    await expect(merchants.isLogin('thief', secret)).rejects.toThrow()
  })
})
