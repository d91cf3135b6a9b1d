import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHousekeepingActivities } from '../../activities/housekeeping.ts'
import { checkPayment } from '../../src/domain/ledger-check.ts'
import { createLog } from '../../src/process/log.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { execute, many, one } from '../../src/postgres/db.ts'
import { checkBooks, readEvidence } from '../../src/postgres/review/ledger-check.ts'
import { purgePayments } from '../../src/postgres/retention/purge-payments.ts'
import { countOrphans, createVault } from '../../src/vault/card-vault.ts'
import { cardInstrument } from '../domain/payment/support.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** A sale with a card in the vault, cancelled, so that nothing can happen to it any more. */
async function start() {
  const { pool, poolOf } = await freshDatabase('tollgate_app')
  const owner = poolOf('tollgate')
  const { keyRing } = await freshKeyRing()
  const vault = createVault({ db: poolOf('tollgate_vault'), keyRing })
  const { sale, command } = recordPayments(pool, sandbox.url)
  const end = async () => {
    const secret = { number: '4000000000001075' }
    const vaultRef = await vault.store({ merchantId: 'shop', kind: 'card', secret })
    const customer = { email: 'jan@example.com', name: 'Jan Kowalski' }
    const paymentId = await sale({ customer, instrument: { ...cardInstrument, vaultRef } })
    await command(paymentId, { name: 'cancel', by: 'merchant' })
    return { paymentId, vaultRef }
  }
  return { pool, owner, vault, sale, command, end }
}

const age = (pool: DbPool) =>
  execute(pool, `update payment set readable_until = now() - interval '1 day'`)

const everything = async (pool: DbPool): Promise<string> =>
  JSON.stringify([
    await many(pool, 'select * from payment'),
    await many(pool, 'select * from journal'),
    await many(pool, 'select * from notification'),
  ])

describe('a payment past its retention', () => {
  test('loses all personal data and its card, and keeps its money', async () => {
    const { pool, vault, end } = await start()
    const { paymentId, vaultRef } = await end()
    await execute(
      pool,
      `insert into idempotent_answer (command_id, body_hash, status, body)
       select substr(message_id, 5), 'h', 200, '{"customer":"jan"}' from journal
        where owner_id = $1 and version = 1`,
      [paymentId],
    )
    const postings = await many(pool, 'select * from posting')
    await age(pool)
    expect(await purgePayments(pool, 10)).toBe(1)

    expect(await everything(pool)).not.toMatch(/jan@|kowalski/i)
    expect(await many(pool, 'select * from idempotent_answer')).toEqual([])
    expect(await vault.read(vaultRef, 'shop')).toBeUndefined()
    expect(await many(pool, 'select * from posting')).toEqual(postings)
    expect(await one(pool, 'select count(*) as lines from journal')).not.toEqual({ lines: 0 })
    expect(await checkBooks(pool)).toEqual([])
    for await (const [evidence] of readEvidence(pool)) expect(checkPayment(evidence!)).toEqual([])
  })

  test('is done once', async () => {
    const { pool, end } = await start()
    await end()
    await age(pool)
    expect(await purgePayments(pool, 10)).toBe(1)
    expect(await purgePayments(pool, 10)).toBe(0)
  })

  test('keeps a card that a token still needs', async () => {
    const { pool, vault, end } = await start()
    const { vaultRef } = await end()
    await execute(
      pool,
      `insert into card_token (merchant_id, token_id, type, tokenizer_id, customer_key, fingerprint,
         vault_ref, card_mask, exp_date, organization, status, created_at)
       values ('shop', 't', 'COF', 'k', 'c', 'f', $1, 'm', '203012', 'VISA', 'ACTIVE', now())`,
      [vaultRef],
    )
    await age(pool)
    await purgePayments(pool, 10)
    expect(await vault.read(vaultRef, 'shop')).toBeDefined()
  })
})

describe('a card in the vault', () => {
  const put = (vault: ReturnType<typeof createVault>) =>
    vault.store({ merchantId: 'shop', kind: 'card', secret: { number: '4000000000001075' } })

  test('goes with the commit that puts another in its place', async () => {
    const { pool, vault, sale, command } = await start()
    const [first, second] = [await put(vault), await put(vault)]
    // Without its CVV: the payer is asked, and gives another card.
    const { secretOwner: _, ...withoutCvv } = cardInstrument
    const paymentId = await sale({ instrument: { ...withoutCvv, vaultRef: first } })
    expect(await vault.read(first, 'shop')).toBeDefined()
    const instrument = { ...cardInstrument, vaultRef: second }
    await command(paymentId, { name: 'complete', instrument })
    expect(await vault.read(first, 'shop')).toBeUndefined()
    expect(await vault.read(second, 'shop')).toBeDefined()
    expect(await countOrphans(pool)).toBe(0)
  })

  test('that the journal ever named is gone after retention', async () => {
    const { pool, owner, vault, end } = await start()
    const { paymentId } = await end()
    const forgotten = await put(vault)
    await execute(
      owner,
      `update journal set events = events || jsonb_build_array(jsonb_build_object(
         'type', 'walletOpened', 'instrument', jsonb_build_object('vaultRef', $2::text)))
        where owner_id = $1 and version = 1`,
      [paymentId, forgotten],
    )
    await age(pool)
    await purgePayments(pool, 10)
    expect(await vault.read(forgotten, 'shop')).toBeUndefined()
  })

  test('that nothing refers to is found', async () => {
    const { pool, owner, vault, end } = await start()
    await end()
    await put(vault)
    await execute(owner, `update vault.secret set created_at = now() - interval '2 days'`)
    expect(await countOrphans(pool)).toBe(1)
  })
})

describe('a payment stays whole', () => {
  test('while merchants may read it', async () => {
    const { pool, end } = await start()
    await end()
    expect(await purgePayments(pool, 10)).toBe(0)
    expect(await everything(pool)).toContain('jan@example.com')
  })

  test('while something may still happen to it, or an operator looks at it', async () => {
    const { pool, sale, end } = await start()
    await sale()
    const { paymentId } = await end()
    await execute(pool, `update payment set held = 'odd' where payment_id = $1`, [paymentId])
    await age(pool)
    expect(await purgePayments(pool, 10)).toBe(0)
  })
})

test('the daily work goes on until nothing is left, and erases cards that nobody used', async () => {
  const { pool, owner, vault, end } = await start()
  for (let count = 0; count < 3; count += 1) await end()
  const orphan = await vault.store({ merchantId: 'shop', kind: 'card', secret: { number: '4' } })
  await age(pool)
  await execute(owner, `update vault.secret set created_at = now() - interval '2 days'`)
  const log = createLog('worker', 'silent')
  const housekeeping = createHousekeepingActivities({ db: pool, vault, log })
  expect(await housekeeping.purgePastRetention()).toEqual({ purged: 3, more: false })
  expect(await housekeeping.eraseOrphanedSecrets()).toBe(1)
  expect(await vault.read(orphan, 'shop')).toBeUndefined()
})
