import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { heapFlags, smallMemory } from '../src/stack/processes/programs.ts'
import { parse } from 'yaml'
import { z } from 'zod'
import { servedDocuments } from '../src/build/served-documents.ts'
import { readConfig, settingNames } from '../src/settings/config.ts'
import { readSettings } from '../src/sandbox/settings.ts'
import { serverVersion } from '../src/stack/temporal/temporal-version.ts'
import { searchAttributes } from '../src/stack/temporal/prepare-namespace.ts'

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
const dockerfile = read('Dockerfile')
const text = read('docker-compose.yml')

/** The part of the compose specification that we use; whatever else stands there is a mistake. */
const duration = z.string().regex(/^\d+(ms|s|m|h)$/)
const condition = z.enum(['service_healthy', 'service_completed_successfully', 'service_started'])
const Service = z.strictObject({
  image: z.string().regex(/^[\w./-]+:[\w.${}:-]+$/),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string().regex(/^[A-Z_0-9]+$/), z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition })).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: duration,
      timeout: duration,
      retries: z.int().positive(),
      start_period: duration,
    })
    .optional(),
  ports: z.array(z.string().regex(/^(127\.0\.0\.1:)?\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[a-z]+:\/[\w/]+(:ro)?$/)).optional(),
  networks: z.array(z.string()),
  configs: z
    .array(z.strictObject({ source: z.string(), target: z.string(), mode: z.int().optional() }))
    .optional(),
  deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
  restart: z
    .string()
    .regex(/^(no|unless-stopped|on-failure:\d+)$/)
    .optional(),
  profiles: z.array(z.string()).optional(),
  logging: z
    .strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) })
    .optional(),
  init: z.boolean().optional(),
  user: z.string().optional(),
  ulimits: z.record(z.string(), z.int()).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: duration.optional(),
  cpu_shares: z.int().positive().optional(),
})
const Compose = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.strictObject({})),
    configs: z.record(
      z.string(),
      z.union([
        z.strictObject({ content: z.string() }),
        z.strictObject({ file: z.string() }).transform(({ file }) => ({ content: read(file) })),
      ]),
    ),
  })
  .loose()

const compose = Compose.parse(withoutExtensions(parse(text, { merge: true })))
const { services } = compose
const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('tollgate:'))

describe('docker-compose.yml', () => {
  test('is valid by the schema of the Compose Specification, which finds mistakes', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv)
    const schema = JSON.parse(read('test/vendor/compose-spec/compose-spec.json')) as object
    const validate = ajv.compile(schema)
    const document = parse(text, { merge: true }) as { services: Record<string, object> }
    validate(document)
    expect(validate.errors).toBeNull()
    expect(validate({ ...document, services: { api: { imagine: 'tollgate' } } })).toBe(false)
  })

  test('what it names is there: services, volumes, networks and files', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(services, `${name} waits for ${other}`).toHaveProperty(other)
      for (const volume of service.volumes ?? [])
        expect(compose.volumes, name).toHaveProperty(volume.split(':')[0]!)
      for (const network of service.networks) expect(compose.networks).toHaveProperty(network)
      for (const { source } of service.configs ?? []) expect(compose.configs).toHaveProperty(source)
    }
  })

  test('a service that others wait to be healthy says when it is', () => {
    for (const service of Object.values(services))
      for (const [other, wanted] of Object.entries(service.depends_on ?? {}))
        if (wanted.condition === 'service_healthy')
          expect(services[other]?.healthcheck, other).toBeDefined()
  })

  test('two gateways, a worker, the portal, the simulators, Postgres, Temporal and its UI', () => {
    const running = ours.filter(([, { healthcheck }]) => healthcheck).map(([name]) => name)
    expect(running.sort()).toEqual(['api-1', 'api-2', 'portal', 'sandbox', 'worker'])
    expect(services['api-1']?.command).toEqual(['gateway'])
    for (const image of [
      'postgres:',
      'temporalio/server:',
      'temporalio/admin-tools:',
      'temporalio/ui:',
    ])
      expect(
        Object.values(services).some((one) => one.image.startsWith(image)),
        image,
      ).toBe(true)
  })

  test("Temporal's port is in a network of its own, without the portal and the simulators", () => {
    expect(compose.networks['temporal']).toEqual({ internal: true })
    expect(services['temporal']).toMatchObject({ networks: ['temporal'] })
    expect(services['temporal']?.ports).toBeUndefined()
    const inside = Object.entries(services).filter(([, one]) => one.networks.includes('temporal'))
    expect(inside.map(([name]) => name).toSorted()).toEqual([
      ...['api-1', 'api-2', 'cli', 'postgres', 'temporal', 'temporal-namespace'],
      ...['temporal-schema', 'temporal-ui', 'worker'],
    ])
  })

  test('every image has a version, and none is made for development', () => {
    for (const { image } of Object.values(services)) {
      expect(image).toMatch(/:(\d|\$\{)/)
      expect(image).not.toMatch(/auto-setup|:latest$|start-dev/)
    }
  })

  test('the lines of the guide that make .env give everything that has to be given', () => {
    const [block] = /^\{\n(?:.*\n)+?\} > \.env$/m.exec(read('docs/operators/deployment.md')) ?? []
    const made = execFileSync('bash', ['-c', String(block).replace(/ > \.env$/, '')]).toString()
    const given: string[] = made.match(/^[A-Z_]+(?==\S+$)/gm) ?? []
    const needed = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name))
    expect([...needed].filter((name) => !given.includes(String(name)))).toEqual([])
    expect(made).toMatch(/^ENVIRONMENT=sandbox$/m)
  })

  test("Temporal's images are the version that the tests run on", () => {
    for (const { image } of Object.values(services))
      if (/temporalio\/(server|admin-tools):/.test(image))
        expect(image.split(':')[1]).toBe(serverVersion)
  })

  test('our containers cannot write, gain rights or run as root', () => {
    for (const [name, service] of ours)
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        init: true,
        tmpfs: ['/tmp'],
        security_opt: ['no-new-privileges:true'],
      })
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  test('nobody dumps core, gains rights or keeps capabilities', () => {
    for (const [name, service] of Object.entries(services))
      expect(service, name).toMatchObject({
        cap_drop: ['ALL'],
        ulimits: { core: 0 },
        security_opt: ['no-new-privileges:true'],
      })
    expect(services.postgres).toMatchObject({ user: 'postgres', read_only: true })
  })

  test('the simulators start only when they are asked for, and the environment has to be named', () => {
    expect(services.sandbox).toMatchObject({ profiles: ['sandbox'] })
    for (const name of ['api-1', 'worker', 'portal', 'cli'])
      expect(services[name]?.environment?.ENVIRONMENT).toBe('${ENVIRONMENT:?sandbox or production}')
  })

  test('every port is open to this machine only: TLS ends at the proxy before them', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports)
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

describe('what a container is told, and what its program reads', () => {
  const temporal = /^(TEMPORAL_(ADDRESS|NAMESPACE)|TOLLGATE_URL)$/
  const given = {
    POSTGRES_PASSWORD: 'p',
    TEMPORAL_PASSWORD: 't',
    OPERATOR_TOKEN: 'o',
    APPLICATION_PASSWORD: 'a',
    VAULT_PASSWORD: 'v',
    READER_PASSWORD: 'r',
    PORTAL_PASSWORD: 'p',
    ENVIRONMENT: 'sandbox',
  }
  const keys = ['ACQUIRER', 'THREEDS', 'BLIK', 'BANK', 'TOKENS'].flatMap((name) => [
    [`${name}_KEY`, 'k'],
    [`${name}_WEBHOOK_KEY`, 'w'],
  ])
  const environmentOf = (name: string) =>
    substitute(services[name]?.environment ?? {}, {
      ...given,
      BANK_SERVICE_ID: '1',
      ...Object.fromEntries(keys),
    })

  test.for(['api-1', 'api-2', 'worker', 'portal', 'migrate', 'keys', 'portal-keys', 'cli'])(
    '%s gets no variable that the gateway does not read',
    (name) => {
      const unknown = Object.keys(services[name]?.environment ?? {}).filter(
        (key) => !settingNames.includes(key) && !temporal.test(key) && key !== 'NODE_OPTIONS',
      )
      expect(unknown).toEqual([])
    },
  )

  test.for(['api-1', 'api-2', 'worker'] as const)('%s starts with what it gets', (name) => {
    const role = name === 'worker' ? 'worker' : 'api'
    const config = readConfig(environmentOf(name), role)
    expect(config.database).toEqual({
      url: 'postgres://tollgate_app:a@postgres:5432/tollgate',
      vaultUrl: 'postgres://tollgate_vault:v@postgres:5432/tollgate',
      withoutTls: 'the network of this file, on one machine',
    })
    const { pathname } = new URL(config.providers.tokens.url)
    expect(pathname).toBe('/tokens')
  })

  test('the portal starts with what it gets, and gets no key of a provider and no way to cards', () => {
    const environment = environmentOf('portal')
    expect(readConfig(environment, 'portal')).toMatchObject({
      portal: { port: 8082, metricsPort: 9091, niceness: 10 },
    })
    const forbidden = Object.keys(environment).filter((name) =>
      /_KEY$|VAULT|ACQUIRER|TEMPORAL|^KEYS_FILE$/.test(name),
    )
    expect(forbidden).toEqual([])
    expect(environment['DATABASE_URL']).toBe('postgres://tollgate_portal:p@postgres:5432/tollgate')
    expect(services['portal']?.volumes).toEqual(['portalkeys:/var/lib/tollgate:ro'])
    expect(services['portal']?.cpu_shares).toBeLessThan(1024)
  })

  test('only migrations sign in as the owner of the database', () => {
    const owners = Object.keys(services).filter((name) =>
      Object.values(environmentOf(name)).some((value) => value.startsWith('postgres://tollgate:')),
    )
    expect(owners).toEqual(['migrate'])
    const created = [...compose.configs.databases!.content.matchAll(/^create role (\w+) (.*)$/gm)]
    expect(created.map(([, role]) => role)).toEqual([
      ...['tollgate', 'tollgate_app', 'tollgate_vault', 'tollgate_reader', 'tollgate_portal'],
      'temporal',
    ])
    for (const [, , rights] of created) expect(rights).toMatch(/^login password :'\w+';$/)
  })

  test('the sandbox starts with what it gets', () => {
    const settings = readSettings(environmentOf('sandbox'))
    expect(settings).toMatchObject({ port: 8090, gatewayUrl: 'http://api-1:8080' })
  })

  test('production starts on the same variables once providers are real', () => {
    const https = Object.fromEntries(
      ['ACQUIRER', 'THREEDS', 'BLIK', 'BANK', 'TOKENS'].flatMap((name) => [
        [`${name}_URL`, `https://${name.toLowerCase()}.eu`],
        [`${name}_KEY`, 'a-long-and-random-value-0123456789'],
        [`${name}_WEBHOOK_KEY`, 'another-long-and-random-value-0123'],
      ]),
    )
    const environment = substitute(services['api-1']?.environment ?? {}, {
      ...given,
      ...https,
      BANK_SERVICE_ID: '1',
      ENVIRONMENT: 'production',
      THREEDS_ACQUIRER_BIN: '453201',
      OPERATOR_TOKEN: 'a-long-and-random-value-9876543210',
      PUBLIC_URL: 'https://pay.eu',
      WALLET_ROOTS_URL: '',
      SANDBOX_RECEIVER_URL: '',
      PORTAL_URL: 'https://portal.eu',
    })
    expect(readConfig(environment, 'api').environment).toBe('production')
  })

  test('nothing that is secret has a value in the file', () => {
    const secret = /PASSWORD|_KEY$|TOKEN$|_PWD$/
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (secret.test(name)) expect(value, name).toMatch(/^\$\{\w+:\?\}$/)
  })

  test('the ports it publishes are those that the programs listen on', () => {
    expect(readConfig({ ...environmentOf('api-1') }, 'api').server).toMatchObject({
      port: 8080,
      operatorPort: 9090,
    })
    expect(readConfig(environmentOf('worker'), 'worker').worker.metricsPort).toBe(9091)
    const exposed = /^EXPOSE (.+)$/m.exec(dockerfile)?.[1]?.split(' ')
    expect(exposed?.sort()).toEqual(['8080', '8082', '8090', '9090', '9091'])
  })

  test('Temporal gets every search attribute that payments use', () => {
    const types: Record<string, number> = { Keyword: 2, Int: 3, Datetime: 6 }
    const lines = compose.configs['temporal-namespace']!.content.matchAll(
      /^(\w+) (Keyword|Int|Datetime)$/gm,
    )
    const created = Object.fromEntries([...lines].map(([, name, type]) => [name!, types[type!]]))
    expect(created).toEqual(searchAttributes)
  })
})

describe('Dockerfile', () => {
  test('the role is the argument, and each role of the compose file is one', () => {
    const roles = [...read('src/role.ts').matchAll(/^ {2}'?([\w-]+)'?: (?:async )?\(\) =>/gm)].map(
      ([, name]) => name,
    )
    const started = ['node', ...heapFlags, '--enable-source-maps', 'dist/src/role.js']
    const words = started.map((word) => JSON.stringify(word)).join(', ')
    expect(dockerfile.split('\n')).toContain(`ENTRYPOINT [${words}]`)
    for (const [name, value] of Object.entries(smallMemory))
      expect(dockerfile).toContain(`${name}=${value}`)
    for (const [name, { command }] of ours) expect(roles, name).toContain(command?.[0])
  })

  test('carries what was built and what it runs on: no source, no loader, no bundler', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/ \/app\/(\S+)/g)].map(([, path]) => path!),
    )
    expect(copied).toEqual(['package.json', 'node_modules', 'dist'])
    expect(dockerfile).toMatch(/^RUN npm run build$/m)
    expect(dockerfile.indexOf('npm run build')).toBeLessThan(
      dockerfile.indexOf('npm prune --omit=dev'),
    )
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
    for (const tool of ['tsx', 'esbuild', 'typescript'])
      expect(dependencies).not.toHaveProperty(tool)
    expect(dockerfile).toContain('ARG NODE_IMAGE=node:24-bookworm-slim')
    expect(dockerfile.match(/^FROM \$\{NODE_IMAGE\}/gm)).toHaveLength(2)
  })
})

/** As compose does it: `${NAME}`, `${NAME:-otherwise}`, `${NAME-otherwise}`, `${NAME:?}`. */
function substitute(
  environment: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> {
  const replace = (value: string) =>
    value.replace(
      /\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g,
      (_, name: string, how = '', otherwise = '') => {
        const found = given[name]
        if (found !== undefined && (found !== '' || how === '-')) return found
        if (how.endsWith('?')) throw new Error(`${name} is not set`)
        return otherwise
      },
    )
  return Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, replace(value)]),
  )
}

function withoutExtensions(file: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !name.startsWith('x-')))
}

test('the image is built from everything that the build copies', () => {
  const letThrough = read('.dockerignore').split('\n')
  for (const file of servedDocuments) expect(letThrough).toContain(`!${file}`)
})
