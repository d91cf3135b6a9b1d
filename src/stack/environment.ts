import type { DatabaseUrls } from './postgres/database-roles.ts'
import type { Environment } from './processes/managed-process.ts'
import type { ApiPorts, PortalPorts } from './processes/ports.ts'
import type { Secrets } from './secrets.ts'
import type { SeededMerchant } from './stack-file.ts'
import { present } from '../domain/present.ts'
import { gatewaySettings, portalSettings } from '../settings/setting-schemas.ts'

/** What any program needs of the shell it is started from; nothing else is handed down. */
export function baseEnvironment(from: NodeJS.ProcessEnv = process.env): Environment {
  return pick(from, ['PATH', 'HOME', 'USER', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH'])
}

export function pick(from: NodeJS.ProcessEnv, names: Iterable<string>): Environment {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined && value !== '') picked[name] = value
  }
  return picked
}

/** Settings that the stack leaves to the user: `npm start` hands them on when they are set. */
export const handedOn = [
  ...[
    'LOG_LEVEL',
    'RATE_LIMIT_PER_SECOND',
    'CORES',
    'COMMANDS_UNDER_WAY',
    'COMMANDS_WAITING',
    'PORTAL_NICENESS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER_ARG',
    'FAILPOINTS',
    'FAILPOINTS_LOG',
    'SANDBOX_DELAY_MS',
    'SANDBOX_SPEED',
  ],
  ...[
    'WALLET_ROOTS_FILE',
    'GOOGLE_PAY_KEYS_URL',
    'GOOGLE_PAY_GATEWAY',
    'C2P_INITIATOR_ID',
    'PUBLIC_URL',
    'PORTAL_URL',
    'NODE_EXTRA_CA_CERTS',
  ],
]

/** Everything about one running stack that its processes are told. */
export interface Wiring {
  home: string
  secrets: Secrets
  database: DatabaseUrls
  temporalEnv: Environment
  temporalUiUrl: string
  publicUrl: string
  operatorUrl: string
  portalUrl: string
  sandboxUrl: string
  /** Where any of them listens: none is told of what happens to payments. */
  ports: readonly number[]
  keysFile: string
  portalKeysFile: string
  /** Where the first API listens, whatever it is called outside. */
  apiUrl: string
  workflowBundle: string | undefined
  /** What each process may count on, where all of them are on one machine. */
  shares: Environment
  /** The merchant that the demo shop sells for. */
  defaultMerchant: SeededMerchant | undefined
  /** The one with accounts of its own, for which it sells too. */
  routedMerchant: SeededMerchant | undefined
  /** What the launcher adds for all of them; it wins. */
  extra: Environment
}

export function receiverUrl(sandboxUrl: string): string {
  return `${sandboxUrl}/merchant`
}

export function workerEnvironment(wiring: Wiring): Environment {
  const { sandboxUrl, secrets } = wiring
  return {
    ...baseEnvironment(),
    ...wiring.temporalEnv,
    ...providerKeys(secrets),
    ENVIRONMENT: 'sandbox',
    // Whichever of them has a worker: with gateways, and without any.
    REPAIR_AT_START: 'yes',
    HOST,
    PUBLIC_URL: wiring.publicUrl,
    DATABASE_URL: wiring.database.application,
    VAULT_DATABASE_URL: wiring.database.vault,
    KEYS_FILE: wiring.keysFile,
    ACQUIRER_URL: `${sandboxUrl}/acquirer`,
    THREEDS_URL: `${sandboxUrl}/threeds`,
    BLIK_URL: `${sandboxUrl}/blik`,
    BANK_URL: `${sandboxUrl}/bank`,
    TOKENS_URL: `${sandboxUrl}/tokens`,
    WALLET_ROOTS_URL: `${sandboxUrl}/wallets/roots`,
    SANDBOX_RECEIVER_URL: receiverUrl(sandboxUrl),
    STACK_PORTS: wiring.ports.join(','),
    ...present({ WORKFLOW_BUNDLE: wiring.workflowBundle }),
    ...wiring.shares,
    ...wiring.extra,
  }
}

export function apiEnvironment(wiring: Wiring, { port, operatorPort }: ApiPorts): Environment {
  return {
    ...workerEnvironment(wiring),
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    PORTAL_URL: wiring.portalUrl,
    OPERATOR_TOKEN: wiring.secrets.operatorToken,
    TEMPORAL_UI_URL: wiring.temporalUiUrl,
    ...shownInDocs(wiring.defaultMerchant),
  }
}

/**
 * What is the portal's own, and nothing of the gateway's: neither its key ring nor its database role, no
 * provider's key, no way to Temporal. Whoever reads it cannot pay.
 */
export function portalEnvironment(wiring: Wiring, { port, metricsPort }: PortalPorts): Environment {
  return {
    ...baseEnvironment(),
    ENVIRONMENT: 'sandbox',
    HOST,
    PORTAL_PORT: String(port),
    PORTAL_METRICS_PORT: String(metricsPort),
    PORTAL_URL: wiring.portalUrl,
    PUBLIC_URL: wiring.publicUrl,
    PORTAL_API_URL: wiring.apiUrl,
    PORTAL_KEYS_FILE: wiring.portalKeysFile,
    OPERATOR_TOKEN: wiring.secrets.operatorToken,
    DATABASE_URL: wiring.database.portal,
    ...withoutGateway(wiring.extra),
  }
}

export function sandboxEnvironment(wiring: Wiring, port: number): Environment {
  return {
    ...baseEnvironment(),
    ...providerKeys(wiring.secrets),
    HOST,
    SANDBOX_PORT: String(port),
    TOLLGATE_HOME: wiring.home,
    GATEWAY_URL: wiring.publicUrl,
    OPERATOR_URL: wiring.operatorUrl,
    ...merchantOf(wiring.defaultMerchant),
    ...routedMerchantOf(wiring),
    ...wiring.extra,
  }
}

/** What the launcher adds for all, without what is none of the portal's business. */
const withoutGateway = (extra: Environment): Environment =>
  Object.fromEntries(
    Object.entries(extra).filter(([name]) =>
      name in portalSettings.shape
        ? name !== 'DATABASE_URL'
        : !(name in gatewaySettings.shape || name.startsWith('TEMPORAL_')),
    ),
  )

const HOST = '127.0.0.1'

/** The samples of the reference run as they stand: the stack listens to this machine only. */
function shownInDocs(merchant: SeededMerchant | undefined): Environment {
  if (!merchant) return {}
  return { DOCS_MERCHANT_ID: merchant.merchantId, DOCS_MERCHANT_SECRET: merchant.secret }
}

function merchantOf(merchant: SeededMerchant | undefined): Environment {
  if (!merchant) return {}
  return {
    DEFAULT_MERCHANT_ID: merchant.merchantId,
    DEFAULT_MERCHANT_SECRET: merchant.secret,
    DEFAULT_NOTIFICATION_SECRET: merchant.notificationSecret,
  }
}

/** What it sells, and where the simulators of its accounts tell what became of it. */
function routedMerchantOf({ routedMerchant: merchant, publicUrl }: Wiring): Environment {
  if (!merchant) return {}
  const { merchantId } = merchant
  return {
    ROUTED_MERCHANT_ID: merchantId,
    ROUTED_MERCHANT_SECRET: merchant.secret,
    ROUTED_NOTIFICATION_SECRET: merchant.notificationSecret,
    SANDBOX_STRIPE_WEBHOOK_URL: `${publicUrl}/v1/ecommerce/notifications/acquirers/stripe/${merchantId}/main`,
    SANDBOX_AUTOPAY_ITN_URL: `${publicUrl}/providers/autopay/${merchantId}/main/itn`,
  }
}

function providerKeys(secrets: Secrets): Environment {
  return {
    ACQUIRER_KEY: secrets.acquirerKey,
    ACQUIRER_WEBHOOK_KEY: secrets.acquirerWebhookKey,
    THREEDS_KEY: secrets.threedsKey,
    THREEDS_WEBHOOK_KEY: secrets.threedsWebhookKey,
    BLIK_KEY: secrets.blikKey,
    BLIK_WEBHOOK_KEY: secrets.blikWebhookKey,
    BANK_SERVICE_ID: secrets.bankServiceId,
    BANK_KEY: secrets.bankKey,
    BANK_WEBHOOK_KEY: secrets.bankWebhookKey,
    TOKENS_KEY: secrets.tokensKey,
    TOKENS_WEBHOOK_KEY: secrets.tokensWebhookKey,
  }
}
