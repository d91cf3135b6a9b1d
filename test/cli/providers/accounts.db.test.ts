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
  const set = (credential: object, via = 'stripe/main') => {
    const file = join(freshFolder(), 'account.json')
    const settings = { url: `${sandbox.url}/stripe`, timeoutMs: 2_000 }
    writeFileSync(file, JSON.stringify({ settings, credential }))
    const by = ['--by', 'anna']
    return tollgate('accounts', 'set', '10000001', via, '--account', file, ...by)
  }
  const envelope = createEnvelope(createLocalKeyWrapper(loadKeyRing(path)))
  const accounts = createConnectorAccounts(pool, envelope)
  return { pool, tollgate, set, credentialOf, accounts }
}

describe('accounts', () => {
  test('an account is kept sealed, listed without its credential, and taken by the provider', async () => {
    const { pool, tollgate, set, credentialOf, accounts } = await start()
    const done = await set(credentialOf('whsec_one'))
    expect([done.code, done.problem]).toEqual([0, ''])
    expect(done.text).toContain('takes the credential')
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
    for (const key of ['whsec_one', 'whsec_two', 'whsec_three']) await set(credentialOf(key))
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
