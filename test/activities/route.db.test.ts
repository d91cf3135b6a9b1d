import { describe, expect, test } from 'vitest'
import type { Deps } from '../../activities/deps.ts'
import { createRouteActivities } from '../../activities/route.ts'
import { acquirers } from '../../src/connectors/registry.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import { newCall } from '../../src/domain/actor/new-call.ts'
import type { RouteChoice } from '../../src/domain/routing/route.ts'
import type { RouteRule } from '../../src/domain/routing/rule.ts'
import { execute } from '../../src/postgres/db.ts'
import { createAccountCharges } from '../../src/postgres/providers/account-health.ts'
import { createConnectorAccounts } from '../../src/postgres/providers/connector-accounts.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const merchantId = '10000001'
const both: RouteRule['to'] = [{ via: 'stripe/main' }, { via: 'sandbox/main' }]

async function start(routes: RouteRule[] = [{ name: 'all', to: both }]) {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
  const merchants = createMerchants(pool, envelope)
  await merchants.save({ merchantId, kind: 'merchant', name: 'Shop', settings: { routes } })
  const accounts = createConnectorAccounts(pool, envelope)
  for (const connector of ['stripe', 'sandbox'])
    await accounts.save(
      { merchantId, connector, account: 'main' },
      { settings: {}, credential: {} },
    )
  const charges = createAccountCharges(pool)
  const vault = createVault({ db: pool, keyRing })
  const deps = {
    merchants,
    vault,
    routing: { charges, accounts, definitions: acquirers },
    cardBook: { find: () => Promise.resolve({ issuerCountry: 'DE' }) },
  } as unknown as Deps
  let count = 0
  const choose = async (more: Partial<CallRequest> = {}): Promise<RouteChoice> => {
    const reference = `p-route-${String((count += 1))}`
    const outcome = await createRouteActivities(deps).route({
      call: newCall('route', reference, 100),
      ownerId: 'p',
      merchantId,
      merchant: { name: 'Shop', mcc: '5411', country: 'PL' },
      currency: 'PLN',
      kind: 'SALE',
      method: 'CARD',
      ...more,
    })
    if (outcome.type !== 'routed') throw new Error(outcome.type)
    return outcome.choice
  }
  const fail = (via: string) =>
    charges.note({
      merchantId,
      via,
      reference: `f${String((count += 1))}`,
      outcome: 'notSent',
      answered: false,
      trial: false,
    })
  return { pool, choose, fail, vault, accounts }
}

describe('the way of a charge', () => {
  test('is that of the rules as they are now; what was tried is over', async () => {
    const { choose } = await start()
    expect(await choose()).toMatchObject({ rule: 'all', via: 'stripe/main', others: 1 })
    const second = await choose({ tried: ['stripe/main'] })
    expect(second).toMatchObject({ via: 'sandbox/main', others: 0 })
    expect(second.accounts).toContainEqual(
      expect.objectContaining({ via: 'stripe/main', tried: true }),
    )
  })

  test('passes over accounts that are not there or cannot do it', async () => {
    const { choose } = await start([
      { name: 'all', to: [{ via: 'stripe/none' }, { via: 'nobody/main' }, ...both] },
    ])
    const { via, accounts } = await choose({ kind: 'ACCT_FUNDING' })
    expect(via).toBe('sandbox/main')
    expect(accounts.map(({ unable }) => unable)).toEqual([
      'there is no such account',
      'there is no such account',
      'no account funding',
      undefined,
    ])
    expect((await choose({ instrument: { type: 'VTS' } })).via).toBe('sandbox/main')
    expect((await choose({ networkTransactionId: 'n' })).via).toBe('sandbox/main')
  })

  test('what an account is enabled for it can do', async () => {
    const { choose, accounts } = await start()
    const name = { merchantId, connector: 'stripe', account: 'main' }
    await accounts.save(name, { settings: { networkTokens: true }, credential: {} })
    expect((await choose({ instrument: { type: 'VTS' } })).via).toBe('stripe/main')
  })

  test('avoids an account that does not answer, until one charge at a time may try it again', async () => {
    const { pool, choose, fail } = await start()
    for (let failure = 0; failure < 5; failure += 1) await fail('stripe/main')
    expect((await choose()).via).toBe('sandbox/main')
    await execute(pool, `update account_charge set at = at - interval '31 seconds'`, [])
    expect(await choose()).toMatchObject({ via: 'stripe/main', trial: true })
    expect((await choose()).via).toBe('sandbox/main')
  })

  test("asks for the issuer's country only where a rule does", async () => {
    const { choose, vault } = await start([
      { name: 'german', when: { countries: ['DE'] }, to: [{ via: 'sandbox/main' }] },
      { name: 'all', to: both },
    ])
    const secret = { number: '4000000000001000', expDate: '203012' }
    const vaultRef = await vault.store({ merchantId, kind: 'card', secret })
    expect((await choose({ instrument: { type: 'CARD', vaultRef } })).rule).toBe('german')
    expect((await choose({ instrument: { type: 'VTS' } })).rule).toBe('all')
  })
})
