import { z } from 'zod'
import { SANDBOX_ACQUIRER_BIN } from './setting-rules.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MISSING = 'is missing'

const text = z.string({ error: MISSING })
const port = wholeNumber(0, 65_535)
const cores = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,3})?$/, 'must be a number such as 2 or 0.5')
  .transform(Number)
  .refine((value) => value > 0, 'must be more than 0')
const httpUrl = text
  .refine(
    (value) => /^https?:\/\/[^/]/.test(value) && URL.canParse(value),
    'must be an http(s) address',
  )
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
const databaseUrl = text.refine(
  (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
  'must be a postgres:// address',
)

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be networks, with commas',
)
const ports = text
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(z.array(wholeNumber(1, 65_535)))
const networks = text
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(z.array(network))

const coreSettings = {
  ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }),
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info'),
  PORT: port.default(8080),
  OPERATOR_PORT: port.default(9090),
  PORTAL_PORT: port.optional(),
  PORTAL_URL: httpUrl.optional(),
  TRUSTED_PROXIES: networks.default([]),
  OPERATOR_HOST: z.string().optional(),
  OPERATOR_OIDC_FILE: z.string().optional(),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_URL: databaseUrl,
  VAULT_DATABASE_URL: databaseUrl.optional(),
  DATABASE_WITHOUT_TLS: z.string().optional(),
  TEMPORAL_UI_URL: httpUrl.optional(),
  TEMPORAL_WITHOUT_TLS: z.string().optional(),
  KEYS_FILE: text,
  PORTAL_KEYS_FILE: z.string().optional(),
  OPERATOR_TOKEN: z.string().default('sandbox-operator-token'),
}

export const cliSettings = z.object({
  ...coreSettings,
  SANDBOX_RECEIVER_URL: httpUrl.optional(),
  STACK_PORTS: ports.optional(),
})

export const gatewaySettings = z.object({
  ...coreSettings,
  ACQUIRER_URL: httpUrl.optional(),
  ACQUIRER_KEY: text.optional(),
  ACQUIRER_WEBHOOK_KEY: text.optional(),
  THREEDS_URL: httpUrl.optional(),
  THREEDS_KEY: text.optional(),
  THREEDS_WEBHOOK_KEY: text.optional(),
  THREEDS_ACQUIRER_BIN: z
    .string()
    .regex(/^\d{6,11}$/, 'must be 6 to 11 digits')
    .default(SANDBOX_ACQUIRER_BIN),
  BLIK_URL: httpUrl.optional(),
  BLIK_KEY: text.optional(),
  BLIK_WEBHOOK_KEY: text.optional(),
  BANK_URL: httpUrl.optional(),
  BANK_SERVICE_ID: text.optional(),
  BANK_KEY: text.optional(),
  BANK_WEBHOOK_KEY: text.optional(),
  TOKENS_URL: httpUrl.optional(),
  TOKENS_KEY: text.optional(),
  TOKENS_WEBHOOK_KEY: text.optional(),
  WALLET_ROOTS_FILE: z.string().optional(),
  WALLET_ROOTS_URL: httpUrl.optional(),
  GOOGLE_PAY_KEYS_URL: httpUrl.optional(),
  GOOGLE_PAY_GATEWAY: z.string().optional(),
  APPLE_PAY_URL: httpUrl.default('https://apple-pay-gateway.apple.com/paymentservices'),
  APPLE_PAY_CERTIFICATES: z.string().optional(),
  APPLE_PAY_DOMAIN_FILE: z.string().optional(),
  C2P_INITIATOR_ID: z.string().optional(),
  SANDBOX_RECEIVER_URL: httpUrl.optional(),
  STACK_PORTS: ports.optional(),
  DOCS_MERCHANT_ID: z.string().optional(),
  DOCS_MERCHANT_SECRET: z.string().optional(),
  RATE_LIMIT_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
  EXCHANGE_DAYS: wholeNumber(0, 3_650).default(30),
  CARD_LIKE_IDS: z.enum(['seal', 'refuse'], { error: 'must be seal or refuse' }).default('seal'),
  CORES: cores.optional(),
  COMMANDS_UNDER_WAY: wholeNumber(1, 100_000).optional(),
  COMMANDS_WAITING: wholeNumber(0, 100_000).optional(),
  WORKFLOW_BUNDLE: z.string().optional(),
  WORKFLOW_CACHE: wholeNumber(0, 1_000_000).optional(),
  WORKFLOW_STACKS: z.enum(['lazy', 'sdk'], { error: 'must be lazy or sdk' }).default('lazy'),
  REPAIR_AT_START: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
  REPAIR_EVERY_SECONDS: wholeNumber(1, 3_600).default(20),
  WORKER_METRICS_PORT: port.optional(),
  LISTEN_FD: z.coerce.number().int().min(3).max(1024).optional(),
  PORTAL_METRICS_PORT: port.optional(),
  PORTAL_NICENESS: wholeNumber(0, 19).default(10),
  PORTAL_API_URL: httpUrl.optional(),
  PORTAL_API_WITHOUT_TLS: z.string().optional(),
  WORKER_DEPLOYMENT: z.string().default('tollgate'),
  WORKER_BUILD_ID: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be 0 to 1').min(0).max(1).default(1),
  FAILPOINTS: z.string().optional(),
  FAILPOINTS_LOG: z.string().optional(),
})

/**
 * What the portal's process reads. It makes no payment: neither a provider's key nor the gateway's key ring
 * is among it, and no way to Temporal or the cards.
 */
export const portalSettings = gatewaySettings
  .pick({
    ENVIRONMENT: true,
    NODE_ENV: true,
    HOST: true,
    LOG_LEVEL: true,
    PORT: true,
    PORTAL_URL: true,
    PUBLIC_URL: true,
    TRUSTED_PROXIES: true,
    OPERATOR_HOST: true,
    OPERATOR_TOKEN: true,
    DATABASE_URL: true,
    DATABASE_WITHOUT_TLS: true,
    RATE_LIMIT_PER_SECOND: true,
    PORTAL_API_URL: true,
    PORTAL_API_WITHOUT_TLS: true,
    PORTAL_METRICS_PORT: true,
    PORTAL_NICENESS: true,
    WORKER_BUILD_ID: true,
    OTEL_EXPORTER_OTLP_ENDPOINT: true,
    OTEL_EXPORTER_OTLP_HEADERS: true,
    OTEL_TRACES_SAMPLER_ARG: true,
    FAILPOINTS: true,
    FAILPOINTS_LOG: true,
  })
  .extend({ PORTAL_PORT: port, PORTAL_KEYS_FILE: text })

function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${String(from)} to ${String(to)}`
  return z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
}
