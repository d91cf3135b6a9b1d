import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDbPool } from '../postgres/db.ts'
import { createMerchants } from '../postgres/merchants.ts'
import type { MerchantChange, Merchants } from '../postgres/merchants.ts'
import { createEnvelope } from '../vault/envelope.ts'
import { loadKeyRing } from '../vault/key-ring.ts'
import { createKeyWrapper } from '../vault/create-key-wrapper.ts'
import { createLocalKeyWrapper } from '../vault/local-key-wrapper.ts'
import { movePortalCodes } from '../vault/portal-codes.ts'
import { loadPortalKeys } from '../vault/portal-keys.ts'
import { loadSandboxBins } from './load-sandbox-bins.ts'
import { routedSettings, seedAccounts } from './seed-accounts.ts'
import { seedOperators } from './seed-operators.ts'
import { seedPeople } from './seed-people.ts'
import type { SeededAgent, SeededMerchant, SeededOperator, SeededPerson } from './stack-file.ts'

export interface SeedSettings {
  databaseUrl: string
  keysFile: string
  /** Of the portal, under which people's codes stand. */
  portalKeysFile: string
  /** Where the first merchant takes its notifications. */
  receiverUrl: string
  /** With which the invented acquirer is called. */
  acquirerKey: string
  home: string
}

export interface Seeded {
  merchants: SeededMerchant[]
  agents: SeededAgent[]
  operators: SeededOperator[]
  people: SeededPerson[]
}

const SHOP = '10000001'
const PLAIN = '10000002'
/** Has accounts of its own at several providers. */
const ROUTED = '10000003'
const AGENT = '90000001'

/** Makes the sandbox's merchants, as often as it is asked, always with the same credentials. */
export async function seed(settings: SeedSettings): Promise<Seeded> {
  const { databaseUrl, receiverUrl, acquirerKey, home } = settings
  const credentials = keepCredentials(home)
  const pool = createDbPool({ databaseUrl, applicationName: 'tollgate-seed', maxConnections: 1 })
  try {
    const keyRing = loadKeyRing(settings.keysFile)
    const portalKeys = loadPortalKeys(settings.portalKeysFile)
    const envelope = createEnvelope(createKeyWrapper(keyRing))
    // Of a folder from before the portal had keys of its own.
    await movePortalCodes(pool, { keyRing, portalKeys })
    const codes = createEnvelope(createLocalKeyWrapper(portalKeys))
    const merchants = createMerchants(pool, envelope)
    for (const record of recordsOf(receiverUrl)) {
      await merchants.save(record)
      await setSecrets(merchants, record.merchantId, credentialsOf(credentials, record.merchantId))
    }
    const sandboxUrl = new URL(receiverUrl).origin
    await seedAccounts(pool, envelope, { merchantId: ROUTED, sandboxUrl, acquirerKey })
    await merchants.agree(AGENT, SHOP)
    await loadSandboxBins(pool)
    await merchants.agreeOnMarketplace(SHOP, PLAIN)
    return {
      ...seededOf(credentials),
      operators: await seedOperators(pool, home),
      people: await seedPeople(pool, codes, { home, merchantId: SHOP }),
    }
  } finally {
    await pool.end()
  }
}

interface Credentials {
  secret: string
  notificationSecret: string
}

function recordsOf(receiverUrl: string): MerchantChange[] {
  const { origin } = new URL(receiverUrl)
  const shop = (
    merchantId: string,
    name: string,
    settings: MerchantChange['settings'] = {},
  ): MerchantChange => ({
    merchantId,
    kind: 'merchant',
    name,
    mcc: '5732',
    url: `${origin}/shop`,
    redirectUrl: `${origin}/shop/return`,
    notificationUrl: receiverUrl,
    settings: {
      ...settings,
      currencies: ['PLN', 'EUR', 'USD'],
      dpaId: `tollgate-${merchantId}`,
      withoutAuthentication: 'proceed',
    },
  })
  return [
    shop(SHOP, 'Sandbox Shop'),
    {
      merchantId: PLAIN,
      kind: 'merchant',
      name: 'Plain Merchant',
      settings: { channels: ['WEBAPI'], methods: ['CARD'], currencies: ['PLN'], holdDays: 7 },
    },
    shop(ROUTED, 'Routed Shop', routedSettings),
    { merchantId: AGENT, kind: 'agent', name: 'Sandbox Agent' },
  ]
}

// A secret that is set again would end the tokens that clients still hold.
async function setSecrets(
  merchants: Merchants,
  merchantId: string,
  { secret, notificationSecret }: Credentials,
): Promise<void> {
  if (!(await merchants.isLogin(merchantId, secret))) {
    await merchants.rotateLogin(merchantId, secret)
  }
  const [current] = await merchants.notificationSecrets(merchantId)
  if (current !== notificationSecret) {
    await merchants.rotateNotification(merchantId, notificationSecret)
  }
}

function keepCredentials(home: string): Record<string, Credentials> {
  const path = join(home, 'seed.json')
  const known = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Credentials>)
    : {}
  const kept = Object.fromEntries(
    [SHOP, PLAIN, ROUTED, AGENT].map((merchantId) => [
      merchantId,
      known[merchantId] ?? newCredentials(),
    ]),
  )
  mkdirSync(home, { recursive: true })
  writeFileSync(`${path}.draft`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.draft`, path)
  return kept
}

function newCredentials(): Credentials {
  const secret = () => randomBytes(32).toString('base64url')
  return { secret: secret(), notificationSecret: secret() }
}

function credentialsOf(all: Record<string, Credentials>, merchantId: string): Credentials {
  const known = all[merchantId]
  if (!known) throw new Error(`no credentials of ${merchantId}`)
  return known
}

function seededOf(credentials: Record<string, Credentials>): Omit<Seeded, 'operators' | 'people'> {
  const withId = (merchantId: string) => ({ merchantId, ...credentialsOf(credentials, merchantId) })
  const { merchantId, secret } = withId(AGENT)
  return {
    merchants: [withId(SHOP), withId(PLAIN), withId(ROUTED)],
    agents: [{ merchantId, secret, actsFor: [SHOP] }],
  }
}
