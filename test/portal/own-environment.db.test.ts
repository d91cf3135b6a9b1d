import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { openSecret } from '../../src/postgres/self-service/sealed-secret.ts'
import { portalEnvironment } from '../../src/stack/environment.ts'
import type { Wiring } from '../../src/stack/environment.ts'
import { root, tsx } from '../../src/stack/paths.ts'
import { keepSecrets } from '../../src/stack/secrets.ts'
import type { Secrets } from '../../src/stack/secrets.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { loadPortalKeys } from '../../src/vault/portal-keys.ts'
import { expectProblem } from '../http/support/problem.ts'
import { SHOP, startTestApp } from '../http/support/test-app.ts'
import type { TestApp } from '../http/support/test-app.ts'
import { choosePort } from '../support/choose-port.ts'
import { until } from '../support/until.ts'
import { browse, startPortalApp } from './portal-app.ts'
import type { PortalApp } from './portal-app.ts'
import { openPool } from '../support/open-pool.ts'

// Attacks: whoever has all that the portal's process is told, tries to pay with it.
const LONG_MS = 120_000

let app: TestApp
let portal: PortalApp
let environment: Readonly<Record<string, string>>
let secrets: Secrets
let running: ChildProcess
let origin: string
let db: DbPool

beforeAll(async () => {
  app = await startTestApp()
  // Only to make people; the process under attack is another one, on the same keys.
  portal = await startPortalApp(app)
  const port = await choosePort()
  origin = `http://127.0.0.1:${String(port)}`
  secrets = keepSecrets(`${portal.keysFile}.secrets`)
  const as = (role: string) => app.databaseUrl.replace('//tollgate:', `//${role}:`)
  const wiring = {
    secrets,
    keysFile: app.keysFile,
    portalKeysFile: portal.keysFile,
    apiUrl: app.url,
    publicUrl: app.url,
    portalUrl: origin,
    operatorUrl: app.url,
    sandboxUrl: app.url,
    database: { portal: as('tollgate_portal'), application: as('tollgate_app') },
    temporalEnv: { TEMPORAL_ADDRESS: '127.0.0.1:1' },
    // As an operator's shell may have it for all processes.
    extra: { ACQUIRER_KEY: secrets.acquirerKey, DATABASE_URL: as('tollgate_app') },
  } as unknown as Wiring
  environment = portalEnvironment(wiring, { port, metricsPort: await choosePort() })
  db = openPool(environment['DATABASE_URL'] ?? '', { applicationName: 'thief' })
  running = spawn(process.execPath, ['--import', tsx, 'src/portal-main.ts'], {
    cwd: root,
    env: environment,
    stdio: 'ignore',
  })
  const read = async () => (await fetch(`${origin}/portal/sign-in`).catch(() => undefined))?.status
  await until('the portal serves', read, (status) => status === 200)
}, LONG_MS)
afterAll(async () => {
  running.kill('SIGTERM')
  await db.end()
  await portal.close()
  await app.close()
})

test('it serves people: they see and do what their role may, through the API', async () => {
  const { personId } = await portal.join(SHOP.merchantId, 'olga', 'owner')
  const { cookies, csrf } = await portal.browserOf(personId)
  const browser = browse(origin, `tollgate_portal=${cookies.get('tollgate_portal') ?? ''}`, csrf)
  expect((await browser.get('/portal/payments')).status).toBe(200)
  const made = await browser.post('/portal/keys', { name: 'Own', scope_refunds: '1' })
  expect(made.text).toMatch(/tgk_[a-z]+_/)
})

test('it was told no secret of the gateway', () => {
  const { operatorToken: _, portalPassword: __, ...others } = secrets
  const told = new Set(Object.values(environment))
  expect(Object.values(others).filter((one) => told.has(one))).toEqual([])
  expect(told.has(app.keysFile)).toBe(false)
  expect(Object.keys(environment).filter((name) => name.startsWith('TEMPORAL_'))).toEqual([])
})

describe('a token', () => {
  const claims = { type: 'merchant', merchantId: SHOP.merchantId, resource: 'UNIVERSAL' }
  const signed = (alg: string, kid: string) =>
    new SignJWT({ ...claims, credentialsVersion: 2 })
      .setProtectedHeader({ alg, typ: 'merchant+jwt', kid })
      .setIssuer(app.url)
      .setAudience('sandbox')
      .setSubject(SHOP.merchantId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .setJti('x')

  test('is minted with nothing that it has', async () => {
    const kid = app.keyRing.signing[0]?.kid ?? ''
    const file = readFileSync(environment['PORTAL_KEYS_FILE'] ?? '', 'utf8')
    expect(() => loadKeyRing(environment['PORTAL_KEYS_FILE'] ?? '')).toThrow('signing')
    const own = (file.match(/"key": "[^"]+"/g) ?? []).map((one) => one.split('"')[3] ?? '')
    expect(own).toHaveLength(2)
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const forged = [
      await signed('ES256', kid).sign(stranger),
      ...(await Promise.all(
        own.map((key) => signed('HS256', kid).sign(createSecretKey(Buffer.from(key, 'base64')))),
      )),
    ]
    for (const token of forged)
      expectProblem(await app.call('GET', '/account', { token }), 'unauthorized')
  })
})

test('no secret of a merchant opens under its keys, not even with the row', async () => {
  const keys = loadPortalKeys(environment['PORTAL_KEYS_FILE'] ?? '')
  const envelope = createEnvelope(createLocalKeyWrapper(keys))
  const [row] = await many<{ mid: string }>(app.pool, 'select * from merchant_secret limit 1')
  await expect(openSecret(envelope, row!.mid, row as never)).rejects.toThrow('not in the key ring')
})

describe('the database', () => {
  test.for([
    ...['vault.secret', 'merchant_secret', 'webhook_secret', 'connector_account'],
    ...['connector_credential', 'api_key', 'payment', 'tokenization', 'card_token', 'journal'],
    ...['posting', 'balance', 'approval', 'operator', 'operator_audit', 'idempotent_answer'],
  ])('%s cannot be read', async (table) => {
    await expect(many(db, `select * from ${table} limit 1`)).rejects.toThrow('permission denied')
  })

  test.for([
    "update merchant set status = 'active'",
    'delete from portal_person',
    'update operator_audit set operator = operator',
    'create table mine (id int)',
    'set role tollgate_app',
    "select erase_secrets('{}'::jsonb, 'x')",
  ])('is not changed: %s', async (sql) => {
    await expect(many(db, sql)).rejects.toThrow(/permission denied|must be|append-only/)
  })

  test('gives it what is about people, and of all else the columns that stand here', async () => {
    const tables = await many<{ name: string }>(
      app.pool,
      `select n.nspname || '.' || c.relname as name from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'v', 'p') and n.nspname in ('public', 'vault')
          and has_table_privilege('tollgate_portal', c.oid, 'select, insert, update, delete')
        order by 1`,
    )
    const others = tables.map(({ name }) => name).filter((name) => !/^public\.portal_/.test(name))
    expect(others).toEqual(['public.operator_audit'])
    const columns = await many<{ name: string }>(
      app.pool,
      `select a.attrelid::regclass || ': ' || string_agg(a.attname, ', ' order by a.attname) as name
         from pg_attribute a where a.attnum > 0
          and exists (select from aclexplode(a.attacl) g
                       where g.grantee = 'tollgate_portal'::regrole)
        group by a.attrelid order by 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual([
      'bin_file: id, loaded_by, name',
      'merchant: mid, name, settings, status, version',
      'notification: attempts, attempts_before, body, created_at, event_id, kind, merchant_id, ' +
        'owner_id, position, sequence, state',
    ])
  })
})

test('a session is good at the API for what pages ask, and for nothing that pays', async () => {
  const { personId } = await portal.join(SHOP.merchantId, 'owner-at-the-api', 'owner')
  const { cookies } = await portal.browserOf(personId)
  const token = `tgs_${cookies.get('tollgate_portal') ?? ''}`
  expect((await app.call('GET', '/account', { token })).status).toBe(200)
  for (const [method, path] of [
    ...[['POST', '/payment'] as const, ['POST', '/tokenizer'] as const],
    ...[['POST', '/tokenizer/search'] as const, ['GET', '/events'] as const],
  ])
    expectProblem(
      await app.call(method, path, { token, ...(method === 'POST' && { body: {} }) }),
      'forbidden',
    )
  const [session] = await portal.parts.sessions.list(personId)
  await portal.parts.sessions.end(personId, session!.sessionId)
  expectProblem(await app.call('GET', '/account', { token }), 'unauthorized')
  expectProblem(await app.call('GET', '/account', { token: 'tgs_x' }), 'unauthorized')
})
