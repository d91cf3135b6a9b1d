import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { usableMemory, workflowsFor } from './memory-bounds.ts'
import {
  isGiven,
  productionProblems,
  productionRules,
  SANDBOX_ACQUIRER_BIN,
  sharedKeys,
} from './setting-rules.ts'
import { settingNotes } from './setting-notes.ts'
import type { SettingNote } from './setting-notes.ts'

export type Config = GatewayConfig | CliConfig
export type Role = 'api' | 'worker' | 'cli'
export type GatewayConfig = Readonly<ReturnType<typeof gatewayConfig>>
export type CliConfig = Readonly<ReturnType<typeof cliConfig>>
export type LogLevel = (typeof LOG_LEVELS)[number]

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads every setting of a process at once, or says everything that is wrong with them. The
 * simulators read their own: they share nothing with the gateway.
 */
export function readConfig(env: Env, role: 'api' | 'worker'): GatewayConfig
export function readConfig(env: Env, role: 'cli'): CliConfig
export function readConfig(env: Env, role: Role): Config {
  const given = withoutEmpty(env)
  if (role === 'cli') return freeze(cliConfig(parse(cliSettings, given)))
  return freeze(gatewayConfig(parse(gatewaySettings, given)))
}

/** Names keys and rules, never values: a wrong value may be a secret in the wrong place. */
export class ConfigError extends Error {
  readonly problems: ReadonlyMap<string, string>

  constructor(problems: ReadonlyMap<string, string>) {
    const lines = [...problems].map(([key, problem]) => `  ${key} ${problem}${meaningOf(key)}`)
    super([`${String(problems.size)} setting(s) are wrong:`, ...lines].join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const meaningOf = (key: string): string =>
  Object.hasOwn(notes, key) ? ` (${notes[key as SettingName].meaning})` : ''

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MISSING = 'is missing'
const DEFAULT_PORTAL_PORT = 8082

const text = z.string({ error: MISSING })
const port = wholeNumber(0, 65_535)
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
  OPERATOR_TOKEN: z.string().default('sandbox-operator-token'),
}

const cliSettings = z.object(coreSettings)

const gatewaySettings = z.object({
  ...coreSettings,
  ACQUIRER_URL: httpUrl,
  ACQUIRER_KEY: text,
  THREEDS_URL: httpUrl,
  THREEDS_KEY: text,
  THREEDS_WEBHOOK_KEY: text,
  THREEDS_ACQUIRER_BIN: z
    .string()
    .regex(/^\d{6,11}$/, 'must be 6 to 11 digits')
    .default(SANDBOX_ACQUIRER_BIN),
  BLIK_URL: httpUrl,
  BLIK_KEY: text,
  BLIK_WEBHOOK_KEY: text,
  BANK_URL: httpUrl,
  BANK_SERVICE_ID: text,
  BANK_KEY: text,
  BANK_WEBHOOK_KEY: text,
  TOKENS_URL: httpUrl,
  TOKENS_KEY: text,
  TOKENS_WEBHOOK_KEY: text,
  WALLET_ROOTS_FILE: z.string().optional(),
  WALLET_ROOTS_URL: httpUrl.optional(),
  GOOGLE_PAY_KEYS_URL: httpUrl.optional(),
  GOOGLE_PAY_GATEWAY: z.string().optional(),
  APPLE_PAY_URL: httpUrl.default('https://apple-pay-gateway.apple.com/paymentservices'),
  APPLE_PAY_CERTIFICATES: z.string().optional(),
  C2P_INITIATOR_ID: z.string().optional(),
  SANDBOX_RECEIVER_URL: httpUrl.optional(),
  DOCS_MERCHANT_ID: z.string().optional(),
  DOCS_MERCHANT_SECRET: z.string().optional(),
  RATE_LIMIT_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
  COMMANDS_UNDER_WAY: wholeNumber(1, 100_000).optional(),
  COMMANDS_WAITING: wholeNumber(0, 100_000).optional(),
  WORKFLOW_BUNDLE: z.string().optional(),
  WORKFLOW_CACHE: wholeNumber(0, 1_000_000).optional(),
  REPAIR_AT_START: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
  WORKER_METRICS_PORT: port.optional(),
  WORKER_DEPLOYMENT: z.string().default('tollgate'),
  WORKER_BUILD_ID: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be 0 to 1').min(0).max(1).default(1),
  FAILPOINTS: z.string().optional(),
  FAILPOINTS_LOG: z.string().optional(),
})

/** @internal Every variable that the gateway reads; `.env.example` documents them. */
export const settingNames: readonly string[] = Object.keys(gatewaySettings.shape)
type SettingName = keyof typeof gatewaySettings.shape

/** A setting without a note does not compile. */
const notes: Readonly<Record<SettingName, SettingNote>> = settingNotes

/** @internal The same for the configuration reference. */
export const describeSettings = () =>
  Object.entries(gatewaySettings.shape).map(([name, schema]) => {
    const usual = schema.safeParse(undefined)
    return {
      name,
      ...notes[name as SettingName],
      required: !usual.success,
      usual: usual.data === undefined ? undefined : String(usual.data),
      inProduction: productionRules.filter(({ keys }) => keys.test(name)).map(({ rule }) => rule),
    }
  })

function parse<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Env,
): z.infer<typeof schema> {
  const parsed = schema.safeParse(env)
  const problems = new Map<string, string>()
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0])
    if (!problems.has(key)) problems.set(key, issue.message)
  }
  for (const [key, problem] of productionProblems(Object.keys(schema.shape), env)) {
    if (!problems.has(key)) problems.set(key, problem)
  }
  for (const [key, problem] of sharedKeys(Object.keys(schema.shape), env))
    problems.set(key, problem)
  if (problems.size > 0 || !parsed.success) throw new ConfigError(problems)
  return parsed.data
}

function gatewayConfig(settings: z.infer<typeof gatewaySettings>) {
  return {
    ...cliConfig(settings),
    rateLimitPerSecond: settings.RATE_LIMIT_PER_SECOND,
    docs: { merchantId: settings.DOCS_MERCHANT_ID, secret: settings.DOCS_MERCHANT_SECRET },
    commands: commandLimits(settings),
    providers: {
      acquirer: { url: settings.ACQUIRER_URL, key: settings.ACQUIRER_KEY },
      threeds: {
        ...provider(settings, 'THREEDS'),
        acquirerBin: settings.THREEDS_ACQUIRER_BIN,
      },
      blik: provider(settings, 'BLIK'),
      bank: { ...provider(settings, 'BANK'), serviceId: settings.BANK_SERVICE_ID },
      tokens: provider(settings, 'TOKENS'),
    },
    wallets: {
      rootsFile: settings.WALLET_ROOTS_FILE,
      rootsUrl: settings.WALLET_ROOTS_URL,
      googleKeysUrl: settings.GOOGLE_PAY_KEYS_URL,
      googleGateway: settings.GOOGLE_PAY_GATEWAY,
      appleUrl: settings.APPLE_PAY_URL,
      appleCertificates: settings.APPLE_PAY_CERTIFICATES,
      c2pInitiatorId: settings.C2P_INITIATOR_ID,
    },
    tracing: {
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
      share: settings.OTEL_TRACES_SAMPLER_ARG,
    },
    sandboxReceiverUrl: settings.SANDBOX_RECEIVER_URL,
    localPorts: localPorts(settings),
    worker: {
      bundle: settings.WORKFLOW_BUNDLE,
      cachedWorkflows: settings.WORKFLOW_CACHE ?? workflowsFor(usableMemory()),
      metricsPort: settings.WORKER_METRICS_PORT,
      ...{ deployment: settings.WORKER_DEPLOYMENT, buildId: settings.WORKER_BUILD_ID },
      repairsAtStart: settings.REPAIR_AT_START === 'yes',
    },
  }
}

/** What the stack itself listens on, when all of it is on one machine and for that machine only. */
function localPorts(settings: z.infer<typeof gatewaySettings>): number[] | undefined {
  if (settings.HOST !== '127.0.0.1' && settings.HOST !== 'localhost') return undefined
  const urls = Object.entries(settings).flatMap(([name, value]) =>
    name.endsWith('_URL') && typeof value === 'string' ? [Number(new URL(value).port)] : [],
  )
  const { PORT, OPERATOR_PORT, PORTAL_PORT = 0, WORKER_METRICS_PORT = 0 } = settings
  return [PORT, OPERATOR_PORT, PORTAL_PORT, WORKER_METRICS_PORT, ...urls].filter((port) => port > 0)
}

const provider = (
  settings: z.infer<typeof gatewaySettings>,
  name: 'THREEDS' | 'BLIK' | 'BANK' | 'TOKENS',
) => ({
  url: settings[`${name}_URL`],
  key: settings[`${name}_KEY`],
  webhookKey: settings[`${name}_WEBHOOK_KEY`],
})

/** What a machine can have under way before more of it only makes all of it slower. */
function commandLimits(settings: z.infer<typeof gatewaySettings>) {
  const underWay = settings.COMMANDS_UNDER_WAY ?? 8 * availableParallelism()
  return { underWay, waiting: settings.COMMANDS_WAITING ?? 2 * underWay }
}

function cliConfig(settings: z.infer<typeof cliSettings>) {
  const { HOST: host, PORT: listenPort, PORTAL_PORT: portalPort, DATABASE_URL: url } = settings
  return {
    ...{ environment: settings.ENVIRONMENT, logLevel: settings.LOG_LEVEL },
    server: {
      host,
      port: listenPort,
      operatorPort: settings.OPERATOR_PORT,
      trustedProxies: settings.TRUSTED_PROXIES,
      operatorHost: settings.OPERATOR_HOST ?? host,
      operatorOidcFile: settings.OPERATOR_OIDC_FILE,
      publicUrl: settings.PUBLIC_URL ?? `http://${host}:${String(listenPort)}`,
    },
    portal: {
      port: portalPort,
      url: settings.PORTAL_URL ?? `http://${host}:${String(portalPort ?? DEFAULT_PORTAL_PORT)}`,
    },
    database: {
      url,
      vaultUrl: settings.VAULT_DATABASE_URL ?? url,
      withoutTls: settings.DATABASE_WITHOUT_TLS,
    },
    temporal: { uiUrl: settings.TEMPORAL_UI_URL, withoutTls: settings.TEMPORAL_WITHOUT_TLS },
    keysFile: settings.KEYS_FILE,
    operatorToken: settings.OPERATOR_TOKEN,
  }
}

function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${String(from)} to ${String(to)}`
  return z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
}

/** An empty variable is how compose files and shells spell "not set". */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => isGiven(value)))
}

function freeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) freeze(inner as object)
  }
  return Object.freeze(value)
}
