import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embedPostgres } from './embedded-postgres.ts'
import {
  apiEnvironment,
  receiverUrl,
  sandboxEnvironment,
  workerEnvironment,
} from './environment.ts'
import type { Wiring } from './environment.ts'
import { explainFailure, StackFailure } from './failure.ts'
import { findTemporal } from './find-temporal.ts'
import type { LaunchOptions } from './launch.ts'
import type { Environment, ProcessSpec } from './managed-process.ts'
import type { Parts } from './parts.ts'
import { choosePort } from './ports.ts'
import type { Ports } from './ports.ts'
import { prepareNamespace } from './prepare-namespace.ts'
import { httpReady, lineReady } from './ready.ts'
import type { ReadyCheck } from './ready.ts'
import { keepSecrets } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import type { StackFile } from './stack-file.ts'
import type { Supervisor } from './supervisor.ts'
import { connectTemporal } from './temporal-connection.ts'
import { temporalServer } from './temporal-server.ts'
import type { Terminal } from './terminal.ts'

interface Started {
  info: StackFile
  apis: string[]
}

/** Postgres, migrations, Temporal, seed, then our own processes: each needs those before it. */
export async function startAll(
  options: LaunchOptions,
  supervisor: Supervisor,
  terminal: Terminal,
): Promise<Started> {
  const { home } = options
  const parts = options.parts ?? (await import('./parts.ts')).parts
  const secrets = keepSecrets(join(home, 'secrets.json'))
  const keysFile = join(home, 'keys.json')
  await parts.createKeyRing(keysFile)
  const ports = await choosePorts(options.ports ?? {}, terminal)
  const apis = await apiPorts(options.apis ?? 1, ports)
  const urls = { api: localUrl(ports.api), operator: localUrl(ports.operator) }
  const sandboxUrl = localUrl(ports.sandbox)

  const run = { options, supervisor, terminal, secrets, ports }
  const databaseUrl = await startPostgres(run, parts)
  const temporal = await startTemporal(run, urls.operator)
  const seeded = await parts.seed({
    ...{ databaseUrl, keysFile, home },
    receiverUrl: receiverUrl(sandboxUrl),
  })
  const wiring: Wiring = {
    ...{ home, secrets, databaseUrl, keysFile, sandboxUrl },
    temporalEnv: temporal.env,
    temporalUiUrl: temporal.uiUrl,
    publicUrl: options.env?.['PUBLIC_URL'] ?? urls.api,
    operatorUrl: urls.operator,
    defaultMerchantId: seeded.merchants[0]?.merchantId ?? '',
  }
  await startProcesses(run, parts, wiring, apis)
  const { operatorToken } = secrets
  const info: StackFile = {
    ...urls,
    sandbox: sandboxUrl,
    temporal: temporal.address,
    temporalUi: temporal.uiUrl,
    namespace: temporal.namespace,
    postgres: databaseUrl,
    operatorToken,
    ...seeded,
  }
  return { info, apis: apis.map(({ port }) => localUrl(port)) }
}

interface Run {
  options: LaunchOptions
  supervisor: Supervisor
  terminal: Terminal
  secrets: Secrets
  ports: Ports
}

interface Temporal {
  address: string
  namespace: string
  uiUrl: string
  env: Environment
}

interface ApiPorts {
  port: number
  operatorPort: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const tsx = import.meta.resolve('tsx')

async function choosePorts(wanted: Partial<Ports>, terminal: Terminal): Promise<Ports> {
  const choose = (name: keyof Ports) =>
    choosePort(wanted[name], (taken, chosen) => {
      terminal.warn(`Port ${taken} (${name}) is taken by another program: using ${chosen}.`)
    })
  return {
    api: await choose('api'),
    operator: await choose('operator'),
    sandbox: await choose('sandbox'),
    temporal: await choose('temporal'),
    temporalUi: await choose('temporalUi'),
    postgres: await choose('postgres'),
  }
}

async function apiPorts(count: number, first: Ports): Promise<ApiPorts[]> {
  const apis = [{ port: first.api, operatorPort: first.operator }]
  while (apis.length < count) {
    apis.push({ port: await choosePort(undefined), operatorPort: await choosePort(undefined) })
  }
  return apis
}

async function startPostgres(run: Run, parts: Parts): Promise<string> {
  const { options, supervisor, terminal, secrets, ports } = run
  const given = options.databaseUrl
  if (given !== undefined) {
    await inStep(terminal, 'Migrating the database of DATABASE_URL', () => parts.migrate(given))
    return given
  }
  return inStep(terminal, 'Postgres', async () => {
    const postgres = await embedPostgres({
      home: options.home,
      port: ports.postgres,
      password: secrets.postgresPassword,
    })
    await supervisor.start(postgres.spec)
    await parts.migrate(postgres.url)
    return postgres.url
  })
}

async function startTemporal(run: Run, operatorUrl: string): Promise<Temporal> {
  const { options, supervisor, terminal, ports } = run
  const choice = options.temporal ?? 'own'
  if (choice !== 'own') {
    return inStep(terminal, 'Temporal', () =>
      prepareTemporal(choice.env, choice.uiUrl ?? '', terminal),
    )
  }
  const binary = await findTemporal(process.env, terminal)
  return inStep(terminal, 'Temporal', async () => {
    const server = temporalServer({
      ...{ binary, home: options.home, operatorUrl },
      port: ports.temporal,
      uiPort: ports.temporalUi,
    })
    await supervisor.start(server.spec)
    return prepareTemporal(server.env, localUrl(ports.temporalUi), terminal)
  })
}

async function prepareTemporal(
  env: Environment,
  uiUrl: string,
  terminal: Terminal,
): Promise<Temporal> {
  const address = env['TEMPORAL_ADDRESS'] ?? ''
  const { connection, namespace } = await connectTemporal(env).catch((error: unknown) => {
    throw new StackFailure(
      `The Temporal server at ${address} does not answer (${explainFailure(error)}): ` +
        'start it, or unset TEMPORAL_ADDRESS to use one of our own.',
    )
  })
  try {
    const warnings = await prepareNamespace(connection, namespace)
    for (const warning of warnings) terminal.warn(warning)
  } finally {
    await connection.close()
  }
  return { address, namespace, uiUrl, env }
}

async function startProcesses(
  { options, supervisor, terminal, ports }: Run,
  parts: Parts,
  wiring: Wiring,
  apis: ApiPorts[],
): Promise<void> {
  const program = (
    name: string,
    entry: string,
    env: Environment,
    ready: ReadyCheck,
  ): ProcessSpec => ({
    ...{ name, ready, cwd: root, command: process.execPath },
    args: ['--import', tsx, join(root, entry)],
    env: { ...env, ...options.env },
    stopTimeoutMs: 15_000,
  })
  const workers = options.workers ?? Math.min(availableParallelism(), 2)
  await inStep(terminal, 'Sandbox: simulators and demo shop', () => {
    const env = sandboxEnvironment(wiring, ports.sandbox)
    return supervisor.start(
      program('sandbox', parts.sandbox, env, httpReady(`${wiring.sandboxUrl}/health`)),
    )
  })
  await inStep(terminal, `Workers (${workers})`, () => {
    const env = workerEnvironment(wiring)
    const names = Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)
    const ready = lineReady('"worker ready"')
    return supervisor.start(...names.map((name) => program(name, parts.worker, env, ready)))
  })
  await inStep(terminal, `API (${apis.length})`, () =>
    supervisor.start(
      ...apis.map(({ port, operatorPort }, index) => {
        const env = apiEnvironment(wiring, port, operatorPort)
        const ready = httpReady(`${localUrl(port)}/health/ready`)
        return program(`api-${index + 1}`, parts.api, env, ready)
      }),
    ),
  )
}

async function inStep<Result>(
  terminal: Terminal,
  title: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const step = terminal.step(title)
  try {
    const result = await run()
    step.done()
    return result
  } catch (error) {
    step.fail()
    throw error
  }
}

function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}
