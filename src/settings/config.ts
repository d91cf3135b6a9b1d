import { randomBytes } from 'node:crypto'
import { commandsFor, tasksFor, usableCores } from '../process/core-bounds.ts'
import type { z } from 'zod'
import { usableMemory, workflowsFor } from '../process/memory-bounds.ts'
import {
  halfProviders,
  isGiven,
  productionProblems,
  productionRules,
  providerAddresses,
  sharedKeys,
} from './setting-rules.ts'
import { cliSettings, gatewaySettings, portalSettings } from './setting-schemas.ts'
import type { LOG_LEVELS } from './setting-schemas.ts'
import { settingNotes } from './setting-notes.ts'
import type { SettingNote } from './setting-note.ts'

export type Config = GatewayConfig | PortalConfig | CliConfig
export type Role = 'api' | 'worker' | 'portal' | 'cli'
export type GatewayConfig = Readonly<ReturnType<typeof gatewayConfig>>
export type PortalConfig = Readonly<ReturnType<typeof portalConfig>>
export type CliConfig = Readonly<ReturnType<typeof cliConfig> & ReturnType<typeof addressConfig>>
export type LogLevel = (typeof LOG_LEVELS)[number]

type Env = Readonly<Record<string, string | undefined>>
type GatewaySettings = z.infer<typeof gatewaySettings>
type PortalSettings = z.infer<typeof portalSettings>

/**
 * Reads every setting of a process at once, or says everything that is wrong with them. The
 * simulators read their own: they share nothing with the gateway.
 */
export function readConfig(env: Env, role: 'api' | 'worker'): GatewayConfig
export function readConfig(env: Env, role: 'portal'): PortalConfig
export function readConfig(env: Env, role: 'cli'): CliConfig
export function readConfig(env: Env, role: Role): Config
export function readConfig(env: Env, role: Role): Config {
  const given = withoutEmpty(env)
  if (role === 'portal') return freeze(portalConfig(parse(portalSettings, given)))
  if (role === 'cli') {
    const settings = parse(cliSettings, given)
    return freeze({ ...cliConfig(settings), ...addressConfig(settings) })
  }
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

const DEFAULT_PORTAL_PORT = 8082

/** @internal Every variable that the gateway reads; `.env.example` documents them. */
export const settingNames: readonly string[] = Object.keys(gatewaySettings.shape)
type SettingName = keyof typeof gatewaySettings.shape

/** The addresses of providers of the installation that are not set. */
export const absentProviders = (env: Env): string[] =>
  providerAddresses.filter((name) => !isGiven(env[name]))

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
  for (const [key, problem] of halfProviders(Object.keys(schema.shape), env))
    problems.set(key, problem)
  for (const [key, problem] of sharedKeys(Object.keys(schema.shape), env))
    problems.set(key, problem)
  if (problems.size > 0 || !parsed.success) throw new ConfigError(problems)
  return parsed.data
}

function gatewayConfig(settings: GatewaySettings) {
  return {
    ...cliConfig(settings),
    ...servingConfig(settings),
    listenSocket: settings.LISTEN_FD,
    docs: {
      merchantId: settings.DOCS_MERCHANT_ID,
      secret: settings.DOCS_MERCHANT_SECRET,
      portalUrl: settings.PORTAL_URL,
    },
    providers: {
      acquirer: { ...provider(settings, 'ACQUIRER'), webhookKey: settings.ACQUIRER_WEBHOOK_KEY },
      threeds: { ...provider(settings, 'THREEDS'), acquirerBin: settings.THREEDS_ACQUIRER_BIN },
      blik: provider(settings, 'BLIK'),
      bank: { ...provider(settings, 'BANK'), serviceId: settings.BANK_SERVICE_ID ?? '' },
      tokens: provider(settings, 'TOKENS'),
    },
    wallets: {
      rootsFile: settings.WALLET_ROOTS_FILE,
      rootsUrl: settings.WALLET_ROOTS_URL,
      googleKeysUrl: settings.GOOGLE_PAY_KEYS_URL,
      googleGateway: settings.GOOGLE_PAY_GATEWAY,
      appleUrl: settings.APPLE_PAY_URL,
      appleCertificates: settings.APPLE_PAY_CERTIFICATES,
      appleDomainFile: settings.APPLE_PAY_DOMAIN_FILE,
      c2pInitiatorId: settings.C2P_INITIATOR_ID,
    },
    worker: {
      bundle: settings.WORKFLOW_BUNDLE,
      tasks: tasksFor(settings.CORES ?? usableCores()),
      cachedWorkflows: settings.WORKFLOW_CACHE ?? workflowsFor(usableMemory()),
      metricsPort: settings.WORKER_METRICS_PORT,
      deployment: settings.WORKER_DEPLOYMENT,
      buildId: settings.WORKER_BUILD_ID,
      keepsStacksLazily: settings.WORKFLOW_STACKS === 'lazy',
      repairsAtStart: settings.REPAIR_AT_START === 'yes',
      repairEveryMs: settings.REPAIR_EVERY_SECONDS * 1_000,
    },
  }
}

/** No provider, no vault, no key ring of the gateway: the portal's process cannot pay, whoever may be in it. */
function portalConfig(settings: PortalSettings) {
  const { HOST: host, PORT: apiPort, PORTAL_PORT: portalPort } = settings
  return {
    environment: settings.ENVIRONMENT,
    logLevel: settings.LOG_LEVEL,
    server: {
      host,
      trustedProxies: settings.TRUSTED_PROXIES,
      operatorHost: settings.OPERATOR_HOST ?? host,
    },
    portal: {
      url: settings.PORTAL_URL ?? `http://${host}:${String(portalPort)}`,
      port: portalPort,
      metricsPort: settings.PORTAL_METRICS_PORT,
      niceness: settings.PORTAL_NICENESS,
    },
    /** Where it asks for what people see and do. */
    apiUrl: settings.PORTAL_API_URL ?? settings.PUBLIC_URL ?? `http://${host}:${String(apiPort)}`,
    database: { url: settings.DATABASE_URL },
    keysFile: settings.PORTAL_KEYS_FILE,
    operatorToken: settings.OPERATOR_TOKEN,
    rateLimitPerSecond: settings.RATE_LIMIT_PER_SECOND,
    tracing: tracingConfig(settings),
    buildId: settings.WORKER_BUILD_ID,
  }
}

/** By which merchants' requests are answered. */
const servingConfig = (settings: GatewaySettings) => ({
  rateLimitPerSecond: settings.RATE_LIMIT_PER_SECOND,
  cardLikeIds: settings.CARD_LIKE_IDS,
  exchangeDays: settings.EXCHANGE_DAYS,
  commands: commandLimits(settings),
  tracing: tracingConfig(settings),
  ...addressConfig(settings),
})

/** By which merchants' addresses are judged, wherever they are given. */
const addressConfig = (settings: z.infer<typeof cliSettings>) => ({
  sandboxReceiverUrl: settings.SANDBOX_RECEIVER_URL,
  localPorts: localPorts(settings),
})

const tracingConfig = (settings: GatewaySettings | PortalSettings) => ({
  endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
  share: settings.OTEL_TRACES_SAMPLER_ARG,
})

/** What the stack itself listens on, when all of it is on one machine and for that machine only. */
function localPorts(settings: z.infer<typeof cliSettings>): number[] | undefined {
  if (settings.HOST !== '127.0.0.1' && settings.HOST !== 'localhost') return undefined
  const urls = Object.entries(settings).flatMap(([name, value]) =>
    name.endsWith('_URL') && typeof value === 'string' ? [Number(new URL(value).port)] : [],
  )
  const ports = Object.entries(settings).flatMap(([name, value]) =>
    /^(.*_)?PORT$/.test(name) && typeof value === 'number' ? [value] : [],
  )
  return [...ports, ...urls, ...(settings.STACK_PORTS ?? [])].filter((port) => port > 0)
}

type ProviderName = 'ACQUIRER' | 'THREEDS' | 'BLIK' | 'BANK' | 'TOKENS'

/**
 * A provider of the installation. One without an address is absent: nothing can be sent to it, and nobody
 * has the keys that its messages would be signed with.
 */
function provider(settings: GatewaySettings, name: ProviderName) {
  const url = settings[`${name}_URL`]
  return {
    url: url ?? NOWHERE,
    key: settings[`${name}_KEY`] ?? nobodysKey(),
    webhookKey: settings[`${name}_WEBHOOK_KEY`] ?? nobodysKey(),
    ...(url === undefined && { absent: true as const }),
  }
}

/** A name that is reserved for never being one (RFC 2606): what goes there is not sent. */
const NOWHERE = 'http://absent.invalid'
const nobodysKey = (): string => randomBytes(32).toString('hex')

function commandLimits(settings: GatewaySettings) {
  const underWay = settings.COMMANDS_UNDER_WAY ?? commandsFor(settings.CORES ?? usableCores())
  return { underWay, waiting: settings.COMMANDS_WAITING ?? 2 * underWay }
}

function cliConfig(settings: z.infer<typeof cliSettings>) {
  const { HOST: host, PORT: listenPort, PORTAL_PORT: portalPort, DATABASE_URL: url } = settings
  return {
    environment: settings.ENVIRONMENT,
    logLevel: settings.LOG_LEVEL,
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
      url: settings.PORTAL_URL ?? `http://${host}:${String(portalPort ?? DEFAULT_PORTAL_PORT)}`,
    },
    database: {
      url,
      vaultUrl: settings.VAULT_DATABASE_URL ?? url,
      withoutTls: settings.DATABASE_WITHOUT_TLS,
    },
    temporal: { uiUrl: settings.TEMPORAL_UI_URL, withoutTls: settings.TEMPORAL_WITHOUT_TLS },
    keysFile: settings.KEYS_FILE,
    portalKeysFile: settings.PORTAL_KEYS_FILE,
    operatorToken: settings.OPERATOR_TOKEN,
  }
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
