import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnectorAccounts } from '../../../src/postgres/providers/connector-accounts.ts'
import { execute, many } from '../../../src/postgres/db.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { loadKeyRing } from '../../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshFolder, freshKeyRing } from '../../support/key-ring.ts'
import { keys, startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const name = { merchantId: '10000001', connector: 'stripe', account: 'main' }

async function start() {
  const { url, pool } = await freshDatabase()
  const { path } = await freshKeyRing()
  const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: path })
  await execute(
    pool,
    `insert into merchant (mid, kind, name, mcc, country)
     values ('10000001', 'merchant', 'Shop', '5411', 'PL')`,
    [],
  )
  const credentialOf = (webhookKey: string) => ({ secretKey: keys.stripe, webhookKey })
  const ask = (credential: object, via = 'stripe/main', { how = 'set', ...given }: Asked = {}) => {
    const file = join(freshFolder(), 'account.json')
    const settings = { url: `${sandbox.url}/stripe`, timeoutMs: 2_000, ...given }
    writeFileSync(file, JSON.stringify({ settings, credential }))
    const by = ['--reason', 'case 4711', '--by', 'anna', '--json']
    const command = { set: ['accounts', 'set'], rotate: ['accounts', 'rotate'] }[how]
    return tollgate(...command, '10000001', via, '--account', file, ...by)
  }
  /** Anna asks for it, Jan agrees to it. */
  const set = async (...given: Parameters<typeof ask>) => {
    const asked = await ask(...given)
    if (asked.code !== 0) return asked
    return tollgate('approvals', 'approve', JSON.parse(asked.text).id, '--by', 'jan')
  }
  const envelope = createEnvelope(createLocalKeyWrapper(loadKeyRing(path)))
  const accounts = createConnectorAccounts(pool, envelope)
  return { pool, tollgate, ask, set, credentialOf, accounts }
}

interface Asked {
  how?: 'set' | 'rotate'
  url?: string
  timeoutMs?: number
}

describe('accounts', () => {
  test('an account is kept sealed, listed without its credential, and taken by the provider', async () => {
    const { pool, tollgate, set, credentialOf, accounts } = await start()
    const done = await set(credentialOf('whsec_one'))
    expect([done.code, done.problem]).toEqual([0, ''])
    expect(done.text).toContain('account stripe/main')
    await set(credentialOf('whsec_two'), 'stripe/second')

    const listed = await tollgate('accounts', 'list', '10000001')
    expect(listed.text).toMatch(/stripe\/main .*\n.*stripe\/second/)
    expect(listed.text).not.toContain(keys.stripe)
    const rows = await many<object>(pool, 'select * from connector_credential', [])
    expect(JSON.stringify(rows)).not.toContain(keys.stripe)
    expect(await accounts.open(name)).toMatchObject({
      settings: { url: `${sandbox.url}/stripe`, apiVersion: '2026-10-28.endive' },
      credentials: [credentialOf('whsec_one')],
    })
    const checked = await tollgate('accounts', 'check', '10000001', 'stripe/main')
    expect([checked.code, checked.problem]).toEqual([0, ''])
    const audited = await many<{ action: string }>(pool, 'select action from operator_audit', [])
    expect(audited.map(({ action }) => action)).toContain('accounts.set')
  })

  test('a new credential is called with at once, the one before still proves messages', async () => {
    const { tollgate, set, credentialOf, accounts } = await start()
    await set(credentialOf('whsec_one'))
    for (const key of ['whsec_two', 'whsec_three'])
      await set(credentialOf(key), 'stripe/main', { how: 'rotate' })
    const keysNow = async () =>
      (await accounts.open(name))!.credentials.map(
        (one) => (one as { webhookKey: string }).webhookKey,
      )
    expect(await keysNow()).toEqual(['whsec_three', 'whsec_two'])
    const end = () =>
      tollgate('accounts', 'end-rotation', '10000001', 'stripe/main', '--by', 'anna')
    expect((await end()).text).toContain('is forgotten')
    expect(await keysNow()).toEqual(['whsec_three'])
    expect((await end()).text).toContain('was none')
  })

  test('an attack: one administrator points an account elsewhere, and nothing goes there', async () => {
    const { pool, ask, set, tollgate, credentialOf, accounts } = await start()
    await set(credentialOf('whsec_one'))
    const before = await accounts.open(name)
    for (const how of ['set', 'rotate'] as const) {
      const asked = await ask(credentialOf('whsec_mine'), 'stripe/main', { how })
      expect([asked.code, asked.problem]).toEqual([0, ''])
      const { id } = JSON.parse(asked.text)
      expect(await tollgate('approvals', 'approve', id, '--by', 'anna')).toMatchObject({ code: 1 })
    }
    expect(await accounts.open(name)).toEqual(before)
    expect(await accounts.list('10000001')).toHaveLength(1)
    const kept = await many<object>(pool, 'select * from connector_proposal', [])
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain('whsec_mine')
  })

  test('another address is another version: new charges go there, old payments keep theirs', async () => {
    const { pool, set, credentialOf, accounts } = await start()
    await set(credentialOf('whsec_one'))
    const merchant = `update merchant set settings = $1 where mid = '10000001'`
    const routes = [{ name: 'all', to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }] }]
    await execute(pool, merchant, [{ routes, acquirer: 'stripe/main', blik: 'autopay/main' }])
    const before = await accounts.open(name)
    await set(credentialOf('whsec_two'), 'stripe/main', { timeoutMs: 3_000 })
    expect(await accounts.open(name)).toEqual(before)
    expect(await accounts.open({ ...name, account: 'main-2' })).toMatchObject({
      settings: { timeoutMs: 3_000 },
      credentials: [credentialOf('whsec_two')],
    })
    const [{ settings } = {}] = await many<{ settings: object }>(
      pool,
      `select settings from merchant where mid = '10000001'`,
      [],
    )
    expect(settings).toMatchObject({
      acquirer: 'stripe/main-2',
      blik: 'autopay/main',
      routes: [{ name: 'all', to: [{ via: 'stripe/main-2' }, { via: 'sandbox/main' }] }],
    })
    await set(credentialOf('whsec_three'), 'stripe/main-2', { timeoutMs: 4_000 })
    expect((await accounts.list('10000001')).map(({ account }) => account)).toEqual([
      ...['main', 'main-2', 'main-3'],
    ])
  })

  test('a credential is rotated at the address that the account has, and at no other', async () => {
    const { set, credentialOf } = await start()
    await set(credentialOf('whsec_one'))
    const elsewhere = { how: 'rotate', timeoutMs: 3_000 } as const
    expect(await set(credentialOf('whsec_two'), 'stripe/main', elsewhere)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('accounts set makes a new version'),
    })
  })

  test('an attack: the application itself cannot overwrite where an account leads', async () => {
    const { pool, poolOf } = await freshDatabase()
    await execute(
      pool,
      `insert into merchant (mid, kind, name, mcc, country)
       values ('10000001', 'merchant', 'Shop', '5411', 'PL')`,
      [],
    )
    const application = poolOf('tollgate_app')
    const insert = `insert into connector_account (merchant_id, connector, account, settings)
      values ('10000001', 'stripe', 'main', '{"url": "https://api.stripe.com"}')`
    await execute(application, insert)
    for (const change of [
      `settings = '{"url": "http://127.0.0.1"}'`,
      `account = 'other', changed_at = now()`,
    ])
      await expect(execute(application, `update connector_account set ${change}`)).rejects.toThrow(
        'never overwritten',
      )
  })

  test('what the provider or the connector does not take is not kept', async () => {
    const { set, accounts, tollgate } = await start()
    const wrong = await set({ secretKey: 'sk_test_another', webhookKey: 'whsec_one' })
    expect([wrong.code, wrong.problem]).toEqual([1, expect.stringContaining('does not take')])
    expect(await set({ secretKey: keys.stripe })).toMatchObject({ code: 2 })
    expect(await set({}, 'nobody/main')).toMatchObject({ code: 2 })
    expect(await accounts.list('10000001')).toEqual([])
    expect(await tollgate('accounts', 'check', '10000001', 'stripe/main')).toMatchObject({
      code: 1,
    })
  })
})
