import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountBatches } from '../../activities/settlement/account-batches.ts'
import type { AccountBatchesDeps } from '../../activities/settlement/account-batches.ts'
import { createConnectorAccounts } from '../../src/postgres/providers/connector-accounts.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { createSettlements } from '../../src/postgres/settlements/settlements.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const signal = new AbortController().signal
const wanted = { at: Date.UTC(2030, 0, 31), name: 'daily-2030-01-31' }

/** Accounts of two merchants; the payouts of each are told by their provider, or not to be had. */
async function start(payouts: Record<string, string[] | Error>) {
  const { pool } = await freshDatabase()
  const envelope = createEnvelope(createLocalKeyWrapper((await freshKeyRing()).keyRing))
  const merchants = createMerchants(pool, envelope)
  const accounts = createConnectorAccounts(pool, envelope)
  for (const merchantId of ['m1', 'm2']) {
    await merchants.save({ merchantId, kind: 'merchant', name: merchantId })
    for (const connector of ['sandbox', 'stripe', 'threedsecure-io'])
      await accounts.save(
        { merchantId, connector, account: 'main' },
        { settings: {}, credential: {} },
      )
  }
  const failed: unknown[] = []
  const deps: AccountBatchesDeps = {
    db: pool,
    log: { error: (facts: object) => void failed.push(facts) } as AccountBatchesDeps['log'],
    acquirer: {
      reportsOf: ({ merchantId, connector }) => {
        const closed = payouts[merchantId] ?? []
        const closedBatches = () =>
          closed instanceof Error ? Promise.reject(closed) : Promise.resolve(closed)
        const none = () => Promise.reject(new Error('nobody reads it here'))
        const reports = { closeSettlement: none, settlementLines: none }
        return Promise.resolve(connector === 'stripe' ? { ...reports, closedBatches } : reports)
      },
    },
  }
  return { pool, deps, failed }
}

async function finish(pool: DbPool, batchId: string): Promise<void> {
  const settlements = createSettlements(pool)
  await settlements.open(batchId)
  await settlements.close(batchId, { fileId: 'f', total: 0 })
  await settlements.finish(batchId)
}

test('payouts that nobody has read are found, and batches of ours are closed by our name', async () => {
  const { pool, deps } = await start({ m1: ['po_1', 'po_2'], m2: ['po_3'] })
  await finish(pool, 'stripe/main/m1/po_1')
  expect(await accountBatches(deps, wanted, signal)).toEqual([
    'sandbox/main/m1/daily-2030-01-31',
    'sandbox/main/m2/daily-2030-01-31',
    'stripe/main/m1/po_2',
    'stripe/main/m2/po_3',
  ])
})

test('an account that cannot be read holds up no other, but is told when it alone is asked for', async () => {
  const { deps, failed } = await start({ m1: new Error('away'), m2: ['po_3'] })
  expect(await accountBatches(deps, wanted, signal)).toContain('stripe/main/m2/po_3')
  expect(failed).toMatchObject([{ merchantId: 'm1', connector: 'stripe' }])
  const only = { merchantId: 'm1', connector: 'stripe', account: 'main' }
  await expect(accountBatches(deps, { ...wanted, only }, signal)).rejects.toThrow('away')
})

test('a batch keeps back reversals of its own provider only, and a payout those of nobody', async () => {
  const { pool } = await freshDatabase()
  const completed = { at: Date.now() - 60_000 }
  const guards = (precedes: unknown) =>
    pool.query({ text: 'select guard_batch($1)', values: [JSON.stringify(precedes)] }).then(
      () => 'free',
      () => 'kept back',
    )
  const name = randomBytes(4).toString('hex')
  await finish(pool, `stripe/main/m1/po_${name}`)
  expect(await guards({ ...completed, provider: 'stripe/main/m1' })).toBe('free')
  await finish(pool, `sandbox/main/m1/daily-${name}`)
  expect(await guards({ ...completed, provider: 'sandbox/main/m1' })).toBe('kept back')
  expect(await guards({ ...completed, provider: 'sandbox/main/m2' })).toBe('free')
  for (const own of [{ ...completed, provider: 'acquirer' }, completed.at])
    expect(await guards(own)).toBe('free')
  await finish(pool, `daily-${name}`)
  for (const own of [{ ...completed, provider: 'acquirer' }, completed.at])
    expect(await guards(own)).toBe('kept back')
  expect(await guards(null)).toBe('free')
  expect(await guards({ ...completed, provider: 'blik' })).toBe('free')
})
