import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { one } from '../../src/postgres/db.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { createPeople } from '../../src/postgres/portal/people.ts'
import { createPortalSessions } from '../../src/postgres/portal/sessions.ts'
import type { SeededPerson } from '../../src/stack/stack-file.ts'
import type { Secrets } from '../../src/stack/secrets.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { approvedEntry } from './approved-entry.ts'
import { lookBehind } from './behind.ts'
import { createMerchant } from './merchant.ts'
import type { Merchant } from './merchant.ts'
import { openPool } from './open-pool.ts'

export const stack = inject('stack')
const [first, second] = stack.merchants

/** The merchant that may do everything, and the one that may do little. */
export const shop = createMerchant(stack, first!)
export const plain = createMerchant(stack, second!)

export const behind = lookBehind(stack.sandbox)

/** What the providers sign with. */
export const providerKeys = (): Secrets =>
  JSON.parse(readFileSync(join(stack.home, 'secrets.json'), 'utf8')) as Secrets

/** A merchant of its own, so that nobody else moves its balance or reads its mail. */
export async function openMerchant(
  settings: Partial<MerchantSettings> = {},
  { notified = true, name }: { notified?: boolean; name?: string } = {},
): Promise<Merchant> {
  // No card begins with a seven: beside another merchant's the id would now and then make a number of one.
  const merchantId = String(randomInt(70_000_000, 80_000_000))
  const secret = `secret-of-${merchantId}`
  const notificationSecret = `notes-of-${merchantId}`
  const keyRing = loadKeyRing(join(stack.home, 'keys.json'))
  await withDb(async (db) => {
    const merchants = createMerchants(db, createEnvelope(createLocalKeyWrapper(keyRing)))
    await merchants.save({
      merchantId,
      kind: 'merchant',
      name: name ?? `Merchant ${merchantId}`,
      ...(notified && { notificationUrl: behind.receiver }),
      settings: { currencies: ['PLN', 'EUR', 'USD'], ...settings },
    })
    await merchants.rotateLogin(merchantId, secret)
    await merchants.rotateNotification(merchantId, notificationSecret)
  })
  return createMerchant(stack, { merchantId, secret, notificationSecret })
}

/** The link that an operator gives the first owner of a merchant. */
export const inviteOwner = (merchantId: string, name: string): Promise<string> =>
  withDb(async (db) => {
    const keyRing = loadKeyRing(join(stack.home, 'keys.json'))
    const people = createPeople(db, createEnvelope(createLocalKeyWrapper(keyRing)))
    const act = { merchantId, actor: 'test', origin: 'test' }
    const token = await people.invite({ personId: randomId(), name, role: 'owner' }, act)
    return `${stack.portal}/portal/join/${token ?? ''}`
  })

/** What the browser of somebody who has signed in holds; a code of theirs is good once, and this takes none. */
export const portalSession = ({ merchantId, name }: SeededPerson) =>
  withDb(async (db) => {
    const { personId } = await one<{ personId: string }>(
      db,
      'select person_id as "personId" from portal_person where merchant_id = $1 and name = $2',
      [merchantId, name],
    )
    const given = { sessionId: randomId(), personId, origin: 'test', browser: 'test' }
    return { name: 'tollgate_portal', value: await createPortalSessions(db).open(given) }
  })

/** As an operator does with a second person. */
export const changeSettings = (merchantId: string, settings: Partial<MerchantSettings>) =>
  withDb(async (db) => {
    const keyRing = loadKeyRing(join(stack.home, 'keys.json'))
    const merchants = createMerchants(db, createEnvelope(createLocalKeyWrapper(keyRing)))
    const { kind, name } = (await merchants.find(merchantId))!
    await merchants.save({ merchantId, kind, name, settings })
  })

/** An operator pays money out of a merchant's balance. */
export const payOut = (merchantId: string, amountMinor: number) =>
  withDb(async (db) => {
    const about = { actor: 'test', reason: 'test', reference: randomUUID() }
    const money = { merchantId, currency: 'PLN', amountMinor } as const
    const { status } = await approvedEntry(db, { kind: 'payout', ...money, ...about })
    expect(status).toBe('booked')
  })

async function withDb<T>(use: (db: DbPool) => Promise<T>): Promise<T> {
  const db = openPool(stack.postgres)
  try {
    return await use(db)
  } finally {
    await db.end()
  }
}
