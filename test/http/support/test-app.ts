import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckout } from '../../../src/checkout/create-checkout.ts'
import { readConfig } from '../../../src/settings/config.ts'
import type { MerchantSettings } from '../../../src/domain/merchant.ts'
import { createApp } from '../../../src/http/app.ts'
import { createServices } from '../../../src/http/create-services.ts'
import type { Endpoint } from '../../../src/http/endpoint.ts'
import { endpoints as allEndpoints } from '../../../src/http/routes.ts'
import { listen } from '../../../src/http/listen.ts'
import type { Services } from '../../../src/http/services.ts'
import { createLog } from '../../../src/process/log.ts'
import { createMetrics } from '../../../src/process/metrics.ts'
import { createCardTokenReads } from '../../../src/postgres/card-tokens.ts'
import { loadKeyRing } from '../../../src/vault/key-ring.ts'
import { createSecretMemory } from '../../../src/vault/secret-memory.ts'
import { publicWalletKeys } from '../../../src/wallets/keys.ts'
import { createDatabase } from '../../support/database.ts'
import type { DatabaseRole } from '../../support/database.ts'
import { sharedKeys } from '../../support/key-ring.ts'
import { createMemoryGateway } from './memory-gateway.ts'
import { createDisputeWorld } from './dispute-world.ts'
import { createTokenizationWorld } from './tokenization-world.ts'
import { openPool } from '../../support/open-pool.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

export const SHOP = { merchantId: 'shop', secret: 'secret-of-the-shop' }
export const OTHER = { merchantId: 'other', secret: 'secret-of-the-other' }
export const AGENT = { merchantId: 'agent', secret: 'secret-of-the-agent' }

export interface TestAppOptions {
  endpoints?: readonly Endpoint[]
  services?: Partial<Services>
  environment?: Record<string, string>
  settings?: Partial<MerchantSettings>
  /** The payment page too. */
  page?: boolean
  /** One that somebody else has made and drops. */
  database?: Awaited<ReturnType<typeof createDatabase>>
}

/** The real app on a real database and port; only payments live in memory. Call in `beforeAll`. */
export async function startTestApp(options: TestAppOptions = {}) {
  const { endpoints = allEndpoints, environment = {}, settings = {} } = options
  const database = options.database ?? (await createDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-http-'))
  const keysFile = join(folder, 'keys.json')
  await writeFile(keysFile, JSON.stringify(sharedKeys()), { mode: 0o600 })
  const keyRing = loadKeyRing(keysFile)
  const config = readConfig(testEnvironment(database.url, keysFile, environment), 'api')
  const open = (role: DatabaseRole) => openPool(database.as(role))
  const pool = open('tollgate_app')
  const vaultDb = open('tollgate_vault')
  const lines: Record<string, unknown>[] = []
  const log = createLog('api', 'info', { write: (line) => lines.push(JSON.parse(line)) })
  const memory = createMemoryGateway()
  const tokenizations = createTokenizationWorld(pool, vaultDb, keyRing)
  const disputes = createDisputeWorld(pool)
  const services: Services = {
    ...createServices({
      config,
      log,
      metrics: createMetrics('api'),
      db: pool,
      vaultDb,
      keyRing,
      gateway: memory.gateway,
      admission: { arrive: () => () => undefined },
      payments: memory.payments,
      tokenizations: tokenizations.reads,
      disputes: disputes.reads,
      cardTokens: createCardTokenReads(pool),
      cardVisual: () => Promise.resolve({ type: 'notFound' }),
      secrets: createSecretMemory(),
      secretOwner: 'api-test',
      walletKeys: () => publicWalletKeys(keyRing.wallets),
      banks: () => Promise.resolve([]),
      threeDsVersions: () => Promise.resolve({ type: 'unavailable' }),
      threeDsResult: () => Promise.resolve(undefined),
      appleSession: () => Promise.resolve(undefined),
      hasAppleCertificate: (id) => id === 'merchant.example.shop',
      takesSeveralCaptures: (via) => via === undefined,
      givesMoneyBack: (_, via) => via === undefined,
      health: { draining: false, checks: { postgres: () => pool.query({ text: 'select 1' }) } },
      endpoints,
    }),
    ...options.services,
  }
  services.gateway = { ...services.gateway, ...tokenizations.gateway, ...disputes.gateway }
  await seedMerchants(services.merchants, settings)
  const pages = options.page ? [await createCheckout(services)] : []
  const server = await listen(createApp(services, endpoints, pages), { host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${String(server.port)}`

  return {
    url,
    port: server.port,
    services,
    memory,
    tokenizations,
    disputes,
    pool,
    keyRing,
    keysFile,
    databaseUrl: database.url,
    lines,
    call: (method: string, path: string, given: CallOptions = {}) => call(url, method, path, given),
    token: (given: TokenOptions = {}) => token(url, given),
    close: async () => {
      await server.stop(1_000)
      services.metrics.registry.clear()
      await Promise.all([pool.end(), vaultDb.end()])
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface TokenOptions {
  merchant?: { merchantId: string; secret: string }
  agent?: { merchantId: string; secret: string }
  resource?: string
  channel?: string
}

export async function call(url: string, method: string, path: string, options: CallOptions = {}) {
  const { token: bearer, body, headers = {} } = options
  const isText = typeof body === 'string' || body === undefined
  const response = await fetch(path.startsWith('/.') ? url + path : url + prefixed(path), {
    method,
    redirect: 'manual',
    headers: {
      ...(!isText && { 'content-type': 'application/json;charset=UTF-8' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status, headers: answered } = response
  return { status, headers: answered, text, body: parse(text) }
}

async function token(url: string, options: TokenOptions): Promise<string> {
  const { merchant = SHOP, agent, resource = 'UNIVERSAL', channel = 'WEBAPI' } = options
  const answer = await call(url, 'POST', '/auth', {
    body: {
      resource,
      channel,
      secret: (agent ?? merchant).secret,
      merchant: { merchantId: merchant.merchantId },
      ...(agent && { agent: { merchantId: agent.merchantId } }),
    },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.access_token as string
}

const prefixed = (path: string): string =>
  (path.startsWith('/health') ? '' : '/v1/ecommerce') + path

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function seedMerchants(
  merchants: Services['merchants'],
  settings: Partial<MerchantSettings>,
): Promise<void> {
  for (const [{ merchantId, secret }, kind] of [
    [SHOP, 'merchant'],
    [OTHER, 'merchant'],
    [AGENT, 'agent'],
  ] as const) {
    await merchants.save({ merchantId, kind, name: merchantId, settings })
    await merchants.rotateLogin(merchantId, secret)
  }
  await merchants.agree(AGENT.merchantId, SHOP.merchantId)
}

function testEnvironment(
  databaseUrl: string,
  keysFile: string,
  environment: Record<string, string>,
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    KEYS_FILE: keysFile,
    ENVIRONMENT: 'sandbox',
    ACQUIRER_URL: 'http://127.0.0.1:1/acquirer',
    THREEDS_URL: 'http://127.0.0.1:1/threeds',
    BLIK_URL: 'http://127.0.0.1:1/blik',
    BANK_URL: 'http://127.0.0.1:1/bank',
    TOKENS_URL: 'http://127.0.0.1:1/tokens',
    WALLET_ROOTS_URL: 'http://127.0.0.1:1/wallets/roots',
    ACQUIRER_KEY: 'acquirer-key',
    ACQUIRER_WEBHOOK_KEY: 'acquirer-webhook-key',
    THREEDS_KEY: 'threeds-bearer',
    THREEDS_WEBHOOK_KEY: 'threeds-key',
    BLIK_KEY: 'blik-bearer',
    BLIK_WEBHOOK_KEY: 'blik-key',
    BANK_SERVICE_ID: '100001',
    BANK_KEY: 'bank-bearer',
    BANK_WEBHOOK_KEY: 'bank-key',
    TOKENS_KEY: 'tokens-bearer',
    TOKENS_WEBHOOK_KEY: 'tokens-key',
    RATE_LIMIT_PER_SECOND: '1000',
    ...environment,
  }
}
