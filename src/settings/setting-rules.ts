type Env = Readonly<Record<string, string | undefined>>

export const SANDBOX_ACQUIRER_BIN = '400000'

const WEAK_SECRET = /sandbox|change.?me|secret|default|example|test/i

/** What production asks of a setting, and what is wrong when a value does not do so. */
export const productionRules: readonly ProductionRule[] = [
  {
    keys: /^FAILPOINTS(_LOG)?$/,
    rule: 'refused',
    problem: 'is refused in production',
    isBroken: isGiven,
  },
  {
    keys: /^(WALLET_ROOTS_URL|SANDBOX_RECEIVER_URL|STACK_PORTS|DOCS_MERCHANT_(ID|SECRET))$/,
    rule: 'refused',
    problem: 'is for the sandbox only',
    isBroken: isGiven,
  },
  {
    keys: /^(OPERATOR_TOKEN|PUBLIC_URL|VAULT_DATABASE_URL)$/,
    rule: 'needed',
    problem: 'is missing',
    isBroken: (value) => !isGiven(value),
  },
  {
    keys: /^PORTAL_URL$/,
    rule: 'needed with `PORTAL_PORT`',
    problem: 'is missing: people must reach the portal by https',
    isBroken: (value, env) => isGiven(env.PORTAL_PORT) && !isGiven(value),
  },
  {
    keys: /^THREEDS_ACQUIRER_BIN$/,
    rule: 'needed with `THREEDS_URL`',
    problem: 'is missing',
    isBroken: (value, env) => isGiven(env.THREEDS_URL) && !isGiven(value),
  },
  {
    keys: /^THREEDS_ACQUIRER_BIN$/,
    rule: "not the sandbox's",
    problem: "is the sandbox's: directory servers know the acquirer by its own",
    isBroken: (value) => value === SANDBOX_ACQUIRER_BIN,
  },
  {
    keys: /_KEY$|^OPERATOR_TOKEN$/,
    rule: 'at least 24 characters, none of the defaults',
    problem: 'is a default or shorter than 24 characters',
    isBroken: isWeakSecret,
  },
  {
    keys: /^(?!TEMPORAL_UI|DATABASE|VAULT_DATABASE|WALLET_ROOTS|SANDBOX|PORTAL_API).*_URL$/,
    rule: '`https` only',
    problem: 'must be https in production',
    isBroken: isPlainHttp,
  },
  {
    keys: /^(VAULT_)?DATABASE_URL$/,
    rule: '`sslmode=verify-full`, unless `DATABASE_WITHOUT_TLS` says what encrypts',
    problem:
      'needs sslmode=verify-full in production, or say what encrypts in DATABASE_WITHOUT_TLS',
    isBroken: (value, env) => isOpenDatabase(value) && !isGiven(env.DATABASE_WITHOUT_TLS),
  },
  {
    keys: /^PORTAL_API_URL$/,
    rule: '`https`, unless `PORTAL_API_WITHOUT_TLS` says what encrypts',
    problem: 'must be https in production, or say what encrypts in PORTAL_API_WITHOUT_TLS',
    isBroken: (value, env) => isPlainHttp(value) && !isGiven(env.PORTAL_API_WITHOUT_TLS),
  },
]

interface ProductionRule {
  keys: RegExp
  rule: string
  problem: string
  isBroken: (value: string | undefined, env: Env) => boolean
}

/** Who can call a provider in our name must not be able to speak in the provider's. */
export function* sharedKeys(keys: readonly string[], env: Env): Generator<[string, string]> {
  for (const key of keys.filter((name) => name.endsWith('_WEBHOOK_KEY'))) {
    const other = key.replace('_WEBHOOK', '')
    if (env[key] && env[key] === env[other]) yield [key, `must not be the same as ${other}`]
  }
}

/** Providers of the installation, each with what it needs once it has an address. */
const providerSettings: Readonly<Record<string, readonly string[]>> = {
  ACQUIRER_URL: ['ACQUIRER_KEY'],
  THREEDS_URL: ['THREEDS_KEY', 'THREEDS_WEBHOOK_KEY'],
  BLIK_URL: ['BLIK_KEY', 'BLIK_WEBHOOK_KEY'],
  BANK_URL: ['BANK_SERVICE_ID', 'BANK_KEY', 'BANK_WEBHOOK_KEY'],
  TOKENS_URL: ['TOKENS_KEY', 'TOKENS_WEBHOOK_KEY'],
}

export const providerAddresses = Object.keys(providerSettings)

/** A provider without an address is not there, and needs nothing. */
export function* halfProviders(keys: readonly string[], env: Env): Generator<[string, string]> {
  for (const [address, needed] of Object.entries(providerSettings))
    for (const key of needed)
      if (keys.includes(key) && isGiven(env[address]) && !isGiven(env[key]))
        yield [key, `is missing: ${address} is set`]
}

export function* productionProblems(
  keys: readonly string[],
  env: Env,
): Generator<[string, string]> {
  if (env.NODE_ENV === 'production' && isGiven(env.FAILPOINTS)) {
    yield ['FAILPOINTS', 'is refused in production']
  }
  if (env.ENVIRONMENT !== 'production') return
  for (const { keys: pattern, problem, isBroken } of productionRules) {
    for (const key of keys) {
      if (pattern.test(key) && isBroken(env[key], env)) yield [key, problem]
    }
  }
}

export function isGiven(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

function isWeakSecret(value: string | undefined): boolean {
  return value !== undefined && (value.length < 24 || WEAK_SECRET.test(value))
}

function isOpenDatabase(value: string | undefined): boolean {
  return value !== undefined && !/[?&]sslmode=(require|verify-ca|verify-full)\b/.test(value)
}

function isPlainHttp(value: string | undefined): boolean {
  return value?.startsWith('http:') ?? false
}
