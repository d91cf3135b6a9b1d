import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acquirers, banks, bliks } from '../../src/connectors/registry.ts'
import { createConnectorAccounts } from '../../src/postgres/providers/connector-accounts.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { seed } from '../../src/stack/seed.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { freshDatabase } from '../support/database.ts'
import { freshFolder, freshKeyRing, freshPortalKeys } from '../support/key-ring.ts'

async function setUp() {
  const { url, pool } = await freshDatabase()
  const { path, keyRing } = await freshKeyRing()
  const { path: portalKeysFile } = await freshPortalKeys()
  const receiverUrl = 'http://127.0.0.1:8090/merchant'
  const settings = {
    databaseUrl: url,
    keysFile: path,
    portalKeysFile,
    receiverUrl,
    acquirerKey: 'key',
    home: freshFolder(),
  }
  const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
  const merchants = createMerchants(pool, envelope)
  return { settings, merchants, accounts: createConnectorAccounts(pool, envelope) }
}

describe('seed', () => {
  test('makes merchants and an agent as the sandbox promises them', async () => {
    const { settings, merchants } = await setUp()
    const seeded = await seed(settings)
    const [shop, plain] = seeded.merchants as [
      (typeof seeded.merchants)[0],
      (typeof seeded.merchants)[0],
    ]
    const [agent] = seeded.agents
    expect(await merchants.isLogin(shop.merchantId, shop.secret)).toBe(true)
    expect(await merchants.notificationSecrets(shop.merchantId)).toEqual([shop.notificationSecret])
    expect(await merchants.find(shop.merchantId)).toMatchObject({
      notificationUrl: settings.receiverUrl,
      agents: [agent!.merchantId],
      marketplacePartners: [plain.merchantId],
      settings: {
        channels: ['PAYWALL', 'MOBILE', 'WEBAPI', 'EBOK', 'CSS'],
        methods: ['CARD', 'PBL', 'BLIK', 'GPAY', 'APAY', 'C2P'],
        currencies: ['PLN', 'EUR', 'USD'],
      },
    })
    const found = await merchants.find(plain.merchantId)
    expect(found).not.toHaveProperty('notificationUrl')
    expect(found?.settings).toMatchObject({
      channels: ['WEBAPI'],
      methods: ['CARD'],
      currencies: ['PLN'],
      holdDays: 7,
    })
    expect(agent).toMatchObject({ actsFor: [shop.merchantId] })
  })

  test('makes a merchant with every account that its settings name', async () => {
    const { settings, merchants, accounts } = await setUp()
    const { merchantId } = (await seed(settings)).merchants[2]!
    const { routes = [], bank, blik } = (await merchants.find(merchantId))!.settings
    const named = [...routes.flatMap(({ to }) => to.map(({ via }) => via)), bank, blik]
    const made = (await accounts.list(merchantId)).map((one) => `${one.connector}/${one.account}`)
    expect(new Set(named)).toEqual(new Set(made))
    const ofAutopay = [...banks, ...bliks].filter(({ name }) => name === 'autopay')
    const ours = [...acquirers, ...ofAutopay].filter(({ name }) => made.includes(`${name}/main`))
    expect(ours.length).toBeGreaterThan(2)
    for (const { name, open } of ours) {
      const stored = await accounts.open({ merchantId, connector: name, account: 'main' })
      const account = { settings: stored?.settings, credential: stored?.credentials[0] }
      expect(() => open(account), name).not.toThrow()
    }
    await seed(settings)
    const again = await accounts.open({ merchantId, connector: 'stripe', account: 'main' })
    expect(again?.credentials).toHaveLength(1)
  })

  test('a second start gives the same credentials and ends no token', async () => {
    const { settings, merchants } = await setUp()
    const first = await seed(settings)
    const { merchantId } = first.merchants[0]!
    const before = await merchants.find(merchantId)
    expect(await seed(settings)).toEqual(first)
    const after = await merchants.find(merchantId)
    expect(after?.credentialsVersion).toBe(before?.credentialsVersion)
  })

  test('the file with the credentials is for its owner only', async () => {
    const { settings } = await setUp()
    await seed(settings)
    expect(statSync(join(settings.home, 'seed.json')).mode & 0o777).toBe(0o600)
  })
})
