import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  ConfigError,
  describeSettings,
  readConfig,
  settingNames,
} from '../../src/settings/config.ts'
import type { Role } from '../../src/settings/config.ts'
import { portalSettings } from '../../src/settings/setting-schemas.ts'
import { readSettings } from '../../src/sandbox/settings.ts'

const example = readExample()

const productionSecrets = Object.fromEntries(
  [
    ...['OPERATOR_TOKEN', 'ACQUIRER_KEY', 'THREEDS_KEY', 'BLIK_KEY', 'BANK_KEY', 'TOKENS_KEY'],
    ...['THREEDS', 'BLIK', 'BANK', 'TOKENS'].map((name) => `${name}_WEBHOOK_KEY`),
  ].map((key) => [key, `b7Qm-${key.length.toString()}-0f9e8d7c6b5a43210`]),
)

const production = {
  ENVIRONMENT: 'production',
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://tollgate_app:pw@db.internal/tollgate?sslmode=verify-full',
  VAULT_DATABASE_URL: 'postgres://tollgate_vault:pw@db.internal/tollgate?sslmode=verify-full',
  PUBLIC_URL: 'https://pay.tollgate.eu',
  KEYS_FILE: '/etc/tollgate/keys.json',
  ACQUIRER_URL: 'https://acquirer.eu',
  THREEDS_URL: 'https://threeds.eu',
  BLIK_URL: 'https://blik.eu',
  BANK_URL: 'https://bank.eu',
  TOKENS_URL: 'https://tokens.eu',
  BANK_SERVICE_ID: '100001',
  THREEDS_ACQUIRER_BIN: '453201',
  ...productionSecrets,
}

describe('readConfig', () => {
  test('groups the settings of the gateway and fills in defaults', () => {
    const config = readConfig({ ...example, PUBLIC_URL: '', PORT: '8181' }, 'api')
    expect(config.server).toEqual({
      host: '127.0.0.1',
      port: 8181,
      operatorPort: 9090,
      trustedProxies: [],
      operatorHost: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8181',
    })
    expect(config.providers.bank).toEqual({
      url: 'http://127.0.0.1:8090/bank',
      serviceId: '100001',
      key: 'sandbox-bank-key',
      webhookKey: 'sandbox-bank-webhook-key',
    })
    expect(config.wallets.rootsFile).toBeUndefined()
  })

  test('the machine may be called where no process of the stack listens, whichever is asked', () => {
    const portsOf = (env: object) => readConfig({ ...example, ...env }, 'worker').localPorts
    expect(portsOf({ STACK_PORTS: '8080, 40001,40002' })).toEqual(
      expect.arrayContaining([8080, 9090, 40_001, 40_002]),
    )
    expect(portsOf({ STACK_PORTS: '' })).not.toContain(40_001)
    expect(portsOf({ STACK_PORTS: '40001', HOST: '0.0.0.0' })).toBeUndefined()
    for (const STACK_PORTS of ['x', '0', '70000', '8080;9090'])
      expect([...problemsOf({ ...example, STACK_PORTS }, 'worker').keys()]).toEqual(['STACK_PORTS'])
  })

  test('proxies are believed by address or network, and nothing else is one', () => {
    const proxies = (TRUSTED_PROXIES: string) =>
      readConfig({ ...example, TRUSTED_PROXIES }, 'api').server.trustedProxies
    expect(proxies('10.0.0.1, 10.1.0.0/16,fd00::/8')).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
      'fd00::/8',
    ])
    for (const wrong of ['true', '1', '10.0.0.0/33', 'proxy.internal'])
      expect(() => proxies(wrong)).toThrow('TRUSTED_PROXIES')
  })

  test('who can call a provider cannot speak in its name: the keys are different', () => {
    const same = { ...example, BLIK_KEY: 'one', BLIK_WEBHOOK_KEY: 'one' }
    expect(() => readConfig(same, 'api')).toThrow(
      'BLIK_WEBHOOK_KEY must not be the same as BLIK_KEY',
    )
  })

  test('is frozen through and through', () => {
    const config = readConfig(example, 'worker')
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.providers.acquirer)).toBe(true)
  })

  test('an address loses its trailing slash, so that paths can be appended', () => {
    const config = readConfig({ ...example, ACQUIRER_URL: 'http://localhost:1/a/' }, 'worker')
    expect(config.providers.acquirer.url).toBe('http://localhost:1/a')
  })

  test('production needs no provider of the installation, and nobody has the keys of an absent one', () => {
    const providers = /^(ACQUIRER|THREEDS|BLIK|BANK|TOKENS)_/
    const without = Object.fromEntries(
      Object.entries(production).filter(([name]) => !providers.test(name)),
    )
    const [one, other] = [readConfig(without, 'api'), readConfig(without, 'api')]
    for (const name of ['acquirer', 'threeds', 'blik', 'bank', 'tokens'] as const) {
      expect(one.providers[name]).toMatchObject({ absent: true, url: 'http://absent.invalid' })
      expect(one.providers[name].webhookKey).not.toBe('')
      if (name === 'acquirer') continue
      expect(one.providers[name].webhookKey).toHaveLength(64)
      expect(one.providers[name].webhookKey).not.toBe(other.providers[name].webhookKey)
    }
    expect(readConfig(production, 'api').providers.blik).not.toHaveProperty('absent')
  })

  test('a provider with an address needs its keys', () => {
    const { BANK_KEY: _, BANK_SERVICE_ID: __, ...half } = production as Record<string, string>
    expect([...problemsOf(half, 'api').keys()].sort()).toEqual(['BANK_KEY', 'BANK_SERVICE_ID'])
  })

  test('names every wrong key at once and prints no value', () => {
    const problems = problemsOf(
      {
        ...example,
        PORT: 'hunter2',
        DATABASE_URL: 'mysql://hunter2',
        BLIK_KEY: '',
        BLIK_URL: 'ftp://hunter2',
        LOG_LEVEL: 'hunter2',
        RATE_LIMIT_PER_SECOND: '0',
      },
      'api',
    )
    expect([...problems.keys()].sort()).toEqual([
      'BLIK_KEY',
      'BLIK_URL',
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMIT_PER_SECOND',
    ])
    expect(problems.get('BLIK_KEY')).toBe('is missing: BLIK_URL is set')
    expect(new ConfigError(problems).message).not.toContain('hunter2')
  })

  test('the command line needs no provider', () => {
    const { ENVIRONMENT, DATABASE_URL, KEYS_FILE } = example
    const config = readConfig({ ENVIRONMENT, DATABASE_URL, KEYS_FILE }, 'cli')
    expect(config.server.operatorPort).toBe(9090)
    expect(() => readConfig({ DATABASE_URL, KEYS_FILE }, 'cli')).toThrow('ENVIRONMENT')
  })

  test('the portal needs no provider and no vault, but a port', () => {
    const { ENVIRONMENT, DATABASE_URL, PORTAL_KEYS_FILE } = example
    const given = { ENVIRONMENT, DATABASE_URL, PORTAL_KEYS_FILE }
    expect(readConfig({ ...given, PORTAL_PORT: '8082' }, 'portal')).toMatchObject({
      portal: { port: 8082, niceness: 10, url: 'http://127.0.0.1:8082' },
      apiUrl: 'http://127.0.0.1:8080',
    })
    expect([...problemsOf({ ENVIRONMENT, DATABASE_URL }, 'portal').keys()]).toEqual([
      ...['PORTAL_PORT', 'PORTAL_KEYS_FILE'],
    ])
    const config = readConfig(example, 'portal')
    for (const name of ['providers', 'temporal', 'wallets']) expect(config).not.toHaveProperty(name)
    expect(JSON.stringify(config)).not.toContain(example['KEYS_FILE'])
  })

  test('the portal of production reaches the API encrypted, or is told by what else', () => {
    const open = {
      ...production,
      PORTAL_PORT: '8082',
      PORTAL_URL: 'https://portal.tollgate.eu',
      PORTAL_KEYS_FILE: '/keys',
      PORTAL_API_URL: 'http://api:8080',
    }
    expect(problemsOf(open, 'portal').get('PORTAL_API_URL')).toContain('must be https')
    const told = { ...open, PORTAL_API_WITHOUT_TLS: 'the mesh' }
    expect(readConfig(told, 'portal').apiUrl).toBe('http://api:8080')
  })

  test('whatever the portal acts by, it reads', () => {
    const acts = describeSettings().filter(({ usedBy }) => usedBy.includes('portal'))
    const read = Object.keys(portalSettings.shape)
    expect(acts.map(({ name }) => name).filter((name) => !read.includes(name))).toEqual([])
  })
})

describe('production', () => {
  test('starts with https providers and real secrets', () => {
    expect(readConfig(production, 'api').environment).toBe('production')
  })

  test('refuses fail points, also by NODE_ENV alone', () => {
    const armed = { FAILPOINTS: 'a=kill' }
    expect(problemsOf({ ...production, ...armed }, 'worker').has('FAILPOINTS')).toBe(true)
    const image = { ...example, ...armed, NODE_ENV: 'production' }
    expect(problemsOf(image, 'worker').has('FAILPOINTS')).toBe(true)
  })

  test('refuses plain http', () => {
    const problems = problemsOf({ ...production, BANK_URL: 'http://bank.eu' }, 'worker')
    expect([...problems]).toEqual([['BANK_URL', 'must be https in production']])
  })

  test('refuses a database without TLS, unless somebody says what encrypts', () => {
    const open = { DATABASE_URL: 'postgres://tollgate_app:pw@db.internal/tollgate?sslmode=prefer' }
    expect([...problemsOf({ ...production, ...open }, 'api').keys()]).toEqual(['DATABASE_URL'])
    const excepted = { ...production, ...open, DATABASE_WITHOUT_TLS: 'WireGuard' }
    expect(readConfig(excepted, 'api').database.withoutTls).toBe('WireGuard')
  })

  test.for(['', '400000'])("refuses the sandbox's own acquirer number, given as '%s'", (bin) => {
    const problems = problemsOf({ ...production, THREEDS_ACQUIRER_BIN: bin }, 'api')
    expect([...problems.keys()]).toEqual(['THREEDS_ACQUIRER_BIN'])
  })

  test('refuses a missing operator token and a missing public address', () => {
    const problems = problemsOf({ ...production, OPERATOR_TOKEN: '', PUBLIC_URL: '' }, 'api')
    expect([...problems.keys()].sort()).toEqual(['OPERATOR_TOKEN', 'PUBLIC_URL'])
  })

  test.for(Object.keys(productionSecrets))('refuses the example value of %s', (key) => {
    expect([...problemsOf({ ...production, [key]: example[key] }, 'api').keys()]).toEqual([key])
  })

  test('refuses what only the sandbox may set', () => {
    const extra = { WALLET_ROOTS_URL: 'https://a.eu', SANDBOX_RECEIVER_URL: 'https://b.eu' }
    const given = { ...production, ...extra, STACK_PORTS: '8080' }
    expect(problemsOf(given, 'api').size).toBe(3)
  })
})

describe('.env.example', () => {
  const known = new Set([...settingNames, ...sandboxSettingNames()])

  test('documents every setting', () => {
    expect([...known].filter((key) => !(key in example))).toEqual([])
  })

  test('documents nothing that does not exist', () => {
    const readElsewhere = /^TEMPORAL_(?!UI_URL)/
    const unknown = Object.keys(example).filter((key) => !known.has(key))
    expect(unknown.filter((key) => !readElsewhere.test(key))).toEqual([])
  })
})

function problemsOf(env: Record<string, string | undefined>, role: Role) {
  try {
    readConfig(env, role)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  throw new Error('no problem was found')
}

/** The simulators are asked by being watched: whatever they read is a setting. */
function sandboxSettingNames(): Set<string> {
  const names = new Set<string>()
  const watched = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => {
        names.add(String(name))
        return '1'
      },
    },
  )
  readSettings(watched)
  return names
}

function readExample(): Record<string, string> {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const entries = text.split('\n').flatMap((line) => {
    const match = /^([A-Z0-9_]+)=(.*)$/.exec(line)
    return match ? [[match[1], match[2]] as [string, string]] : []
  })
  return Object.fromEntries(entries)
}
