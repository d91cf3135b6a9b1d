import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCommands } from '../../src/desk/all-commands.ts'
import type { Word } from '../../src/domain/dispute/facts.ts'
import { reportMessage, reportOf } from '../../src/domain/dispute/report-of.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { waitingApprovals } from '../../src/postgres/approvals.ts'
import { many } from '../../src/postgres/db.ts'
import type { Db, DbPool } from '../../src/postgres/db.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { createConnectorAccounts } from '../../src/postgres/providers/connector-accounts.ts'
import { saveOperator } from '../../src/postgres/operators.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { keyedId } from '../../src/vault/random-id.ts'
import { keys, startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { commandLine } from '../support/cli.ts'
import { freshDatabase } from '../support/database.ts'
import { freshFolder, freshKeyRing } from '../support/key-ring.ts'
import { recordDisputes } from '../support/recorded-disputes.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

interface About {
  sale: string
  dispute: string
}

/** What each is given; of the settlement there is a test of its own, beside a settled batch. */
const given: Record<string, (about: About) => string[]> = {
  'payment drop': ({ sale }) => [sale],
  'payment cancel': ({ sale }) => [sale],
  'payment capture': ({ sale }) => [sale],
  'payment refund': ({ sale }) => [sale],
  'payment rebuild': ({ sale }) => [sale],
  'disputes submit': ({ dispute }) => [dispute],
  'disputes accept': ({ dispute }) => [dispute],
  'merchants addresses': () => ['shop', '--url', 'https://shop.eu'],
  'merchants settings': () => ['shop', 'holdDays=7'],
  'merchants rotate': () => ['shop', 'login'],
  'merchants enable': () => ['ended'],
  'merchants agree': () => ['shop', 'agent'],
  'merchants marketplace add': () => ['shop', 'ended'],
  'portal invite': () => ['shop', '--name', 'tester'],
  'operators add': () => ['tester', '--role', 'administrator'],
  'keys rotate': () => ['vault'],
  'balance payout': () => ['shop', '1', 'PLN', '--reference', 'r'],
  'balance top-up': () => ['shop', '1', 'PLN', '--reference', 'r'],
  'accounts set': () => ['shop', 'stripe/main', '--account', file('account')],
  'routes set': () => ['shop', '--rules', file('rules')],
}
const elsewhere: Record<string, string> = {
  'settlement pay': 'test/cli/money/settlement-report.db.test.ts',
  'keys retire': 'test/cli/keys/keys.db.test.ts',
  'accounts rotate': 'test/cli/providers/accounts.db.test.ts',
}

function file(kind: 'account' | 'rules'): string {
  const path = join(freshFolder(), `${kind}.json`)
  const account = {
    settings: { url: `${sandbox.url}/stripe`, timeoutMs: 2_000 },
    credential: { secretKey: keys.stripe, webhookKey: 'whsec_one' },
  }
  const rules = [{ name: 'all', to: [{ via: 'sandbox/main' }] }]
  writeFileSync(path, JSON.stringify({ account, rules }[kind]))
  return path
}

async function start() {
  const { url, pool } = await freshDatabase()
  const { path, keyRing } = await freshKeyRing()
  const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
  const merchants = createMerchants(pool, envelope)
  for (const [merchantId, kind] of [
    ['shop', 'merchant'],
    ['ended', 'merchant'],
    ['agent', 'agent'],
  ] as const)
    await merchants.save({ merchantId, kind, name: merchantId })
  await merchants.setStatus('ended', 'disabled')
  const name = { merchantId: 'shop', connector: 'sandbox', account: 'main' }
  await createConnectorAccounts(pool, envelope).save(name, { settings: {}, credential: {} })
  for (const name of ['tester', 'jan'])
    await saveOperator(pool, { name, role: 'administrator' }, 'test')
  const payments = recordPayments(pool, sandbox.url)
  const sale = await payments.sale()
  const dispute = await disputed(pool, await payments.read(sale))
  const tollgate = commandLine({ DATABASE_URL: url, KEYS_FILE: path })
  return { pool, sale, dispute, keysFile: path, tollgate }
}

async function disputed(pool: DbPool, payment: Payment): Promise<string> {
  const { keyRing, signalDispute } = recordDisputes(pool)
  const word: Word = {
    stage: 'CHARGEBACK',
    status: 'NEEDS_RESPONSE',
    reason: 'FRAUD',
    amountMinor: 100,
    at: Date.now(),
  }
  const told = { providerRef: 'DSP1', facts: { word, moves: [] }, eventId: 'one' }
  const report = reportOf(payment, told, (...parts) => keyedId(keyRing.ids, ...parts))
  await signalDispute(reportMessage(report, 'r'), undefined)
  return report.report.disputeId
}

describe('an attack: one person alone', () => {
  test('is tried with every command that needs two', () => {
    const two = allCommands.filter(({ people }) => people === 'two')
    expect([...Object.keys(given), ...Object.keys(elsewhere)].sort()).toEqual(
      two.map(({ name }) => name).sort(),
    )
  })

  test.for(Object.keys(given))('%s changes nothing', async (path) => {
    const { pool, sale, dispute, keysFile, tollgate } = await start()
    const args = [...path.split(' '), ...given[path]!({ sale, dispute }), '--reason', 'mine']
    // The token of whoever asks is made by the first command line.
    await tollgate('approvals', 'refuse', 'x')
    const before = { rows: await everything(pool), ring: readFileSync(keysFile, 'utf8') }
    const asked = await tollgate(...args)
    expect([asked.code, asked.problem]).toEqual([0, ''])
    const [waiting] = await waitingApprovals(pool)
    expect(await tollgate('approvals', 'approve', waiting!.id)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('another person has to approve it'),
    })
    await tollgate(...args)
    expect({ rows: await everything(pool), ring: readFileSync(keysFile, 'utf8') }).toEqual(before)
  })
})

/** Where it is written down that somebody asked; nothing else may be different. */
const asking = ['approval', 'operator_audit', 'operator_credential', 'operator_refusal']
/** Where what is proposed waits, which nothing uses before it is agreed to. */
const proposed = ['connector_proposal']

async function everything(db: Db): Promise<Record<string, unknown>> {
  const tables = await many<{ name: string }>(
    db,
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [[...asking, ...proposed]],
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables)
    found[name] = await many(db, `select to_jsonb(t) as row from "${name}" t order by 1`, [])
  return found
}
