import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCard } from '../../src/sandbox/cards.ts'
import { loadSandboxBins } from '../../src/stack/load-sandbox-bins.ts'
import { launchProduction } from './production-world.ts'
import type { ProductionWorld } from './production-world.ts'
import { until } from './world.ts'
import { openPool } from '../support/open-pool.ts'

const MERCHANT = '20000001'
/** Of an issuer that no test card of the sandbox belongs to. */
const CARD = makeCard('453201', 100)

let world: ProductionWorld
let dispatcher: Agent
let anna: string
let jan: string
let secret: string
let token: string

beforeAll(async () => {
  world = await launchProduction()
  dispatcher = new Agent({ connect: { ca: world.ca } })
  anna = await addOperator('anna', 'administrator')
  jan = await addOperator('jan', 'approver')
})
afterAll(() => world.stop())

test('an empty installation becomes one that sells, by the commands of operators alone', async () => {
  const issuers = join(world.stack.home, 'issuers.csv')
  const columns = 'low,high,scheme,funding,issuer,country,source,as_of'
  writeFileSync(
    issuers,
    `${columns}\n453201,453201,VISA,credit,Bank of the North,SE,acquirer,2026-11-01\n`,
  )
  expect(await asAnna('bins', 'load', issuers)).toContain('1 range')
  const made = await asAnna(
    ...['merchants', 'create', MERCHANT, '--name', 'Book Shop', '--mcc', '5942', '--country', 'PL'],
    ...['--notification-url', 'https://shop.example/hook', '--json'],
  )
  secret = (JSON.parse(made) as { secret: string }).secret
  const asked = await asAnna(
    ...['merchants', 'settings', MERCHANT, 'withoutAuthentication=reject'],
    ...['--reason', 'as agreed', '--json'],
  )
  const { id } = JSON.parse(asked) as { id: string }
  expect((await world.tollgate(jan, 'approvals', 'approve', id)).problem).toBe('')
  token = await signIn(MERCHANT, secret)
})

test('a card outside the ranges of the sandbox pays, with 3-D Secure, and is refunded', async () => {
  const instrument = { type: 'CARD', instrumentNo: CARD, expDate: '203012', cvv: '123' }
  expect(await call('POST', '/payment/cardInfo', { instrument })).toMatchObject({
    body: { organization: 'VISA', issuer: 'Bank of the North' },
  })
  const created = await call('POST', '/payment', {
    channel: 'WEBAPI',
    method: 'CARD',
    merchant: { merchantId: MERCHANT },
    instrument,
    customer: { email: 'payer@shop.example' },
    device: { browserData: { javascriptEnabled: false, language: 'pl-PL' } },
    order: { amount: 99.99, currency: 'PLN', extOrderId: `order-${randomUUID()}` },
  })
  expect(created).toMatchObject({ status: 200 })
  const id = String(created.body.paymentId)
  await reaches(id, 'COMPLETED')
  const refund = { amount: 40, currency: 'PLN', requestId: randomUUID(), type: 'REFUND' }
  expect(await call('POST', `/payment/${id}/refund`, refund)).toMatchObject({ status: 200 })
  await until('the refund is done', async () => {
    const { body } = await call('GET', `/payment/${id}`)
    return (body.amounts as { refunded: number }).refunded === 40
  })
  expect(await operationsOf(id)).toEqual(['authorize', 'refund'])
})

test('every connection to the database is encrypted, and the doctor finds nothing wrong', async () => {
  const { PORTAL_METRICS_PORT } = world.stack.process('portal').spec.env
  const ready = await fetch(`http://127.0.0.1:${PORTAL_METRICS_PORT}/health/ready`)
  expect(await ready.json()).toEqual({ status: 'ok', checks: { postgres: 'ok', api: 'ok' } })
  const client = new pg.Client({ connectionString: world.database.owner })
  await client.connect()
  const { rows } = await client.query(
    `select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
      where application_name like 'tollgate-%' order by 1, 2`,
  )
  await client.end()
  expect(rows).toEqual(
    ['api', 'api-vault', 'listen', 'portal', 'worker', 'worker-vault'].map((name) => ({
      name: `tollgate-${name}`,
      ssl: true,
    })),
  )
  const { text } = await world.tollgate(anna, 'doctor', '--json')
  const { findings } = JSON.parse(text) as { findings: { state: string }[] }
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
})

test("what is the sandbox's is not there: its merchants, its clock, its addresses", async () => {
  await expect(signIn('10000001', secret)).rejects.toThrow('401')
  expect(await call('POST', `/sandbox/${randomUUID()}/advance`, { seconds: 60 })).toMatchObject({
    status: 404,
  })
  const local = await world.tollgate(
    ...([anna, 'merchants', 'addresses', MERCHANT] as const),
    ...['--notification-url', 'http://127.0.0.1:8090/merchant'],
  )
  expect(local.code).not.toBe(0)
  const docs = await fetch(`${world.publicUrl}/docs`, { dispatcher })
  expect(await docs.text()).not.toContain(secret)
})

test('api, worker and portal, each alone, refuse the settings of a sandbox, all at once', async () => {
  const refusals = await refusalsOf({
    WALLET_ROOTS_URL: 'http://127.0.0.1:8090/wallets/roots',
    ACQUIRER_KEY: 'sandbox-key',
    ACQUIRER_URL: 'http://127.0.0.1:8090/acquirer',
    THREEDS_ACQUIRER_BIN: '400000',
    SANDBOX_RECEIVER_URL: 'http://127.0.0.1:8090/merchant',
    DATABASE_URL: world.database.application.replace(/\?.*/, ''),
  })
  const counts = refusals.map((said) => /(\d) setting\(s\) are wrong/.exec(said)?.[1])
  // The portal knows no provider and no receiver, and so none that could be wrong.
  expect(counts).toEqual(['6', '6', '1'])
})

test('api and worker refuse Temporal in the clear, and the portal the API', async () => {
  const clear = { TEMPORAL_TLS: 'false', TEMPORAL_ADDRESS: world.stack.info.temporal }
  for (const said of await refusalsOf(clear, ['api-1', 'worker-1']))
    expect(said).toContain('production needs a Temporal server with TLS')
  const [said] = await refusalsOf({ PORTAL_API_URL: world.stack.info.api }, ['portal'])
  expect(said).toContain('PORTAL_API_URL must be https in production')
})

// The last: nothing of this world would start any more.
test('api, worker and portal, each alone, refuse the data of a sandbox', async () => {
  const db = openPool(world.database.owner)
  // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
  await loadSandboxBins(db).finally(() => db.end())
  for (const said of await refusalsOf({}))
    expect(said).toContain('production does not start on the data of a sandbox')
})

type Started = Parameters<ProductionWorld['tryStart']>[0]

/** What each of the processes says when it does not start. */
const refusalsOf = (
  changed: Record<string, string>,
  names: readonly Started[] = ['api-1', 'worker-1', 'portal'],
): Promise<string[]> =>
  Promise.all(
    names.map(async (name) => {
      const { code, problem, text } = await world.tryStart(name, changed)
      expect(code, `${name} must not start`).not.toBe(0)
      return problem + text
    }),
  )

async function addOperator(name: string, role: string): Promise<string> {
  const { text, problem } = await world.tollgate(
    '',
    'operators',
    'add',
    name,
    '--role',
    role,
    '--json',
  )
  expect(problem).toBe('')
  return (JSON.parse(text) as { token: string }).token
}

async function asAnna(...args: string[]): Promise<string> {
  const { text, problem } = await world.tollgate(anna, ...args)
  expect(problem).toBe('')
  return text
}

async function signIn(merchantId: string, key: string): Promise<string> {
  const answer = await fetch(`${world.publicUrl}/v1/ecommerce/auth`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resource: 'UNIVERSAL',
      channel: 'WEBAPI',
      secret: key,
      merchant: { merchantId },
    }),
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { access_token: string }).access_token
}

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${world.publicUrl}/v1/ecommerce${path}`, {
    method,
    dispatcher,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const reaches = (id: string, wanted: string) =>
  until(`${id} is ${wanted}`, async () => {
    const { body } = await call('GET', `/payment/${id}/status`)
    return body.status === wanted
  })

/** What the provider itself has written down. */
async function operationsOf(id: string): Promise<string[]> {
  const answer = await fetch(`${world.stack.info.sandbox}/acquirer/log?reference=${id}`)
  const rows = (await answer.json()) as { operation: string; processed: boolean }[]
  return rows.filter(({ processed }) => processed).map(({ operation }) => operation)
}
