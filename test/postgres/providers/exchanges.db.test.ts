import { expect, test } from 'vitest'
import { listenTo } from '../../../src/connectors/exchange-log.ts'
import type { Said } from '../../../src/domain/actor/said.ts'
import { definition } from '../../../src/connectors/stripe/definition.ts'
import {
  createExchanges,
  forgetExchanges,
  readExchanges,
} from '../../../src/postgres/providers/exchanges.ts'
import { execute, many } from '../../../src/postgres/db.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { keys, startSandbox, webhookKeys } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'

const open = async () => {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  return { db: pool, envelope: createEnvelope(createLocalKeyWrapper(keyRing)) }
}
const NUMBER = '4242424242424242'

async function saidOfCharge(): Promise<Said[]> {
  const sandbox = await startSandbox()
  try {
    const stripe = definition.open({
      settings: { url: `${sandbox.url}/stripe`, timeoutMs: 5_000 },
      credential: { secretKey: keys.stripe, webhookKey: webhookKeys.stripe },
    })
    const said: Said[] = []
    await listenTo(
      (one) => void said.push(one),
      () =>
        stripe.authorize({
          reference: 'pay-auth-abcdefgh',
          kind: 'SALE',
          amountMinor: 9_999,
          currency: 'PLN',
          initiator: 'CUSTOMER',
          merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
          card: { number: NUMBER, expDate: '203412', cvv: '737' },
        }),
    )
    return said
  } finally {
    await sandbox.stop()
  }
}

test('what Stripe was asked and answered is kept sealed, and read without card and key', async () => {
  const { db, envelope } = await open()
  const said = await saidOfCharge()
  const failures: unknown[] = []
  const exchanges = createExchanges(db, envelope, (error) => failures.push(error))
  const call = { merchantId: 'M1', reference: 'pay-auth-abcdefgh', step: 'authorize' }
  exchanges.keep({ ...call, ownerId: 'pay' }, said)
  exchanges.keep({ ...call, ownerId: 'other' }, said)
  await exchanges.kept()
  expect(failures).toEqual([])
  const [kept, more] = await readExchanges(db, envelope, 'pay')
  expect(more).toBeUndefined()
  expect(kept).toMatchObject({ ...call, ownerId: 'pay', said })
  const [card, charge] = kept!.said
  expect(card).toMatchObject({ method: 'POST', path: '/v1/payment_methods', status: 200 })
  expect(charge!.asked).toContain('metadata[reference]=pay-auth-abcdefgh')
  expect(charge!.answered).toContain('"status":"succeeded"')
  const told = JSON.stringify(kept)
  for (const secret of [NUMBER, keys.stripe, 'Bearer']) expect(told).not.toContain(secret)
  // In time stamps and ids these stand by chance, there never as a word of their own.
  for (const secret of ['737', '2034']) expect(told.split(/\W/)).not.toContain(secret)
  expect(card!.asked).toContain('card[cvc]=(withheld)')
  const rows = await many<{ text: string }>(
    db,
    `select encode(ciphertext, 'escape') || wrapped_key::text as text from provider_exchange`,
  )
  for (const { text } of rows) expect(text).not.toMatch(/payment_intent|succeeded|metadata/)
})

test('a row does not open for another merchant, and none is kept longer than its days', async () => {
  const { db, envelope } = await open()
  const exchanges = createExchanges(db, envelope, () => undefined)
  const call = { merchantId: 'M1', reference: 'old-auth-1', step: 'authorize', ownerId: 'old' }
  exchanges.keep(call, [{ at: 0, tookMs: 1, method: 'GET', path: '/', because: 'cut' }])
  await exchanges.kept()
  await execute(db, `update provider_exchange set merchant_id = 'M2' where owner_id = 'old'`)
  await expect(readExchanges(db, envelope, 'old')).rejects.toThrow()
  await execute(
    db,
    `update provider_exchange set created_at = now() - interval '31 days' where owner_id = 'old'`,
  )
  expect(await forgetExchanges(db, 30)).toBe(1)
  expect(await readExchanges(db, envelope, 'old')).toEqual([])
})

test('a database that is away costs words, and nothing else', async () => {
  const failures: unknown[] = []
  const { envelope } = await open()
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as DbPool
  const exchanges = createExchanges(away, envelope, (error) => failures.push(error))
  const call = { ownerId: 'o', merchantId: 'M1', reference: 'r', step: 'authorize' }
  exchanges.keep(call, [{ at: 0, tookMs: 1, method: 'GET', path: '/' }])
  await exchanges.kept()
  expect(failures).toHaveLength(1)
})
