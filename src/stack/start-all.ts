import { commandsFor, usableCores } from '../process/core-bounds.ts'
import { usableMemory, workflowsFor } from '../process/memory-bounds.ts'
import { join } from 'node:path'
import { oneRole, openDatabaseRoles } from './postgres/database-roles.ts'
import type { DatabaseUrls } from './postgres/database-roles.ts'
import { embedPostgres } from './postgres/embedded-postgres.ts'
import { receiverUrl } from './environment.ts'
import type { Wiring } from './environment.ts'
import { explainFailure } from './failure.ts'
import type { LaunchOptions } from './launch-options.ts'
import type { StackParts } from './parts.ts'
import type { Environment, ProcessSpec } from './processes/managed-process.ts'
import { PortReservations } from './processes/port-reservations.ts'
import type { Ports } from './processes/ports.ts'
import { apiProgram, portalProgram, sandboxProgram, workerPrograms } from './processes/programs.ts'
import type { Api } from './processes/programs.ts'
import { sharePort } from './processes/shared-port.ts'
import { listening, localUrl } from './run.ts'
import type { Run } from './run.ts'
import { keepSecrets } from './secrets.ts'
import type { StackFile } from './stack-file.ts'
import { startTemporal } from './temporal/start-temporal.ts'
import type { Temporal } from './temporal/start-temporal.ts'
import type { Supervisor } from './processes/supervisor.ts'
import { inStep } from './terminal.ts'
import type { Terminal } from './terminal.ts'
import { workflowBundle } from './temporal/workflow-bundle.ts'
import { present } from '../domain/present.ts'

/** Postgres, migrations, Temporal, seed, then our own processes: each needs those before it. */
export async function startAll(
  options: LaunchOptions,
  supervisor: Supervisor,
  terminal: Terminal,
): Promise<{ info: StackFile; apis: string[] }> {
  const reservations = new PortReservations()
  try {
    const secrets = keepSecrets(join(options.home, 'secrets.json'))
    const ports = await choosePorts(options.ports ?? {}, reservations, terminal)
    const apis = await chooseApis(options, ports, reservations)
    const portalMetricsPort = await reservations.reserve(undefined)
    const run = { options, supervisor, terminal, secrets, ports, reservations, portalMetricsPort }
    const info = await startInOrder(run, apis)
    return { info, apis: [...new Set(apis.map(({ port }) => localUrl(port)))] }
  } finally {
    await reservations.releaseAll()
  }
}

async function startInOrder(run: Run, apis: Api[]): Promise<StackFile> {
  const { options, secrets, ports } = run
  const { home } = options
  const parts = options.parts ?? (await import('./parts.ts')).chooseParts(process.env)
  const bundling = parts.bundle === undefined ? undefined : workflowBundle(parts.bundle)
  // Awaited below; a failure meanwhile must not end this process without a word.
  bundling?.catch(() => undefined)
  const keysFile = join(home, 'keys.json')
  const portalKeysFile = join(home, 'portal-keys.json')
  await Promise.all([parts.createKeyRing(keysFile), parts.createPortalKeys(portalKeysFile)])
  const database = await startPostgres(run, parts)
  const databaseUrl = database.application
  const temporal = await startTemporal(run, database)
  const sandboxUrl = localUrl(ports.sandbox)
  const seeded = await parts.seed({
    // As the owner, who alone may move an account: the simulators' ports may be others than last time.
    databaseUrl: database.owner,
    keysFile,
    portalKeysFile,
    home,
    receiverUrl: receiverUrl(sandboxUrl),
    acquirerKey: secrets.acquirerKey,
  })
  const wiring: Wiring = {
    home,
    secrets,
    database,
    keysFile,
    portalKeysFile,
    sandboxUrl,
    ports: portsOf(run, database, temporal),
    apiUrl: localUrl(ports.api),
    temporalEnv: temporal.env,
    temporalUiUrl: temporal.uiUrl,
    publicUrl: options.env?.['PUBLIC_URL'] ?? localUrl(ports.api),
    operatorUrl: localUrl(ports.operator),
    portalUrl: options.env?.['PORTAL_URL'] ?? localUrl(ports.portal),
    workflowBundle: await bundling,
    shares: options.env?.['CORES'] === undefined ? sharesOf(apis, workerCount(options)) : {},
    defaultMerchant: seeded.merchants[0],
    routedMerchant: seeded.merchants[2],
    extra: options.env ?? {},
  }
  await startPrograms(run, parts, wiring, apis)
  return {
    api: localUrl(ports.api),
    operator: wiring.operatorUrl,
    portal: wiring.portalUrl,
    sandbox: sandboxUrl,
    temporal: temporal.address,
    temporalUi: temporal.uiUrl,
    ...present({ temporalMetrics: temporal.metricsUrl }),
    namespace: temporal.namespace,
    ports: wiring.ports,
    postgres: databaseUrl,
    postgresVault: database.vault,
    postgresReader: database.reader,
    postgresOwner: database.owner,
    operatorToken: seeded.operators[0]?.token ?? '',
    ...seeded,
  }
}

/** Also of what was there before: none of it is a merchant's server. */
function portsOf({ reservations }: Run, { owner }: DatabaseUrls, temporal: Temporal): number[] {
  const found = [owner, temporal.uiUrl, `http://${temporal.address}`]
    .filter((url) => URL.canParse(url))
    .map((url) => Number(new URL(url).port))
  return [...new Set([...reservations.chosen, ...found])].filter((port) => port > 0)
}

async function choosePorts(
  wanted: Partial<Ports>,
  reservations: PortReservations,
  terminal: Terminal,
): Promise<Ports> {
  const choose = (name: keyof Ports) =>
    reservations.reserve(wanted[name], (taken, chosen) => {
      terminal.warn(`Port ${taken} (${name}) is taken by another program: using ${chosen}.`)
    })
  return {
    api: await choose('api'),
    operator: await choose('operator'),
    portal: await choose('portal'),
    sandbox: await choose('sandbox'),
    temporal: await choose('temporal'),
    temporalUi: await choose('temporalUi'),
    temporalMetrics: await choose('temporalMetrics'),
    postgres: await choose('postgres'),
  }
}

async function chooseApis(
  { apis: count = 1, gateways = count, sharedPort = false }: LaunchOptions,
  first: Ports,
  reservations: PortReservations,
): Promise<Api[]> {
  const another = () => reservations.reserve(undefined)
  const apis: Api[] = [{ port: first.api, operatorPort: first.operator, isGateway: gateways > 0 }]
  while (apis.length < count) {
    const isGateway = apis.length < gateways
    const port = sharedPort ? first.api : await another()
    apis.push({ port, operatorPort: await another(), isGateway })
  }
  return apis
}

async function startPostgres(run: Run, parts: StackParts): Promise<DatabaseUrls> {
  const { options, supervisor, terminal, secrets, ports } = run
  const given = options.databaseUrl
  if (given !== undefined) {
    await inStep(terminal, 'Migrating the database of DATABASE_URL', () => parts.migrate(given))
    return oneRole(given)
  }
  return inStep(terminal, 'Postgres', async () => {
    const postgres = await embedPostgres({
      home: options.home,
      port: ports.postgres,
      password: secrets.postgresPassword,
    })
    await supervisor.start(listening(run, postgres.spec, ports.postgres))
    const urls = await openDatabaseRoles(postgres.url, {
      application: secrets.applicationPassword,
      vault: secrets.vaultPassword,
      reader: secrets.readerPassword,
      portal: secrets.portalPassword,
    })
    await parts.migrate(urls.owner)
    return urls
  })
}

async function startPrograms(
  run: Run,
  parts: StackParts,
  wiring: Wiring,
  apis: Api[],
): Promise<void> {
  const { options, supervisor, terminal, ports } = run
  await inStep(terminal, 'Sandbox: simulators and demo shop', () =>
    supervisor.start(listening(run, sandboxProgram(parts, wiring, ports.sandbox), ports.sandbox)),
  )
  const workers = workerPrograms(parts, wiring, workerCount(options))
  const servers = await apiPrograms(run, parts, wiring, apis)
  const portals = options.portal === false ? [] : [portalOf(run, parts, wiring)]
  const title = `Workers (${workers.length}), API (${servers.length}) and portal`
  // A gateway on the port of all takes payments and works on them: nobody waits for the others, and they
  // do not take the cores from it while it starts.
  const isEnough = options.sharedPort === true && apis[0]?.isGateway === true
  const [first, later] = isEnough
    ? [servers.slice(0, 1), [...servers.slice(1), ...workers]]
    : [servers, []]
  await inStep(terminal, title, async () => {
    const working = isEnough ? undefined : supervisor.start(...workers)
    await Promise.all([working, supervisor.start(...first, ...portals)])
  })
  supervisor.start(...later).catch((error: unknown) => terminal.warn(explainFailure(error)))
}

async function apiPrograms(
  run: Run,
  parts: StackParts,
  wiring: Wiring,
  apis: Api[],
): Promise<ProcessSpec[]> {
  const { options, ports, reservations, supervisor } = run
  if (!options.sharedPort)
    return apis.map((api, index) =>
      listening(run, apiProgram(parts, wiring, index + 1, api), api.port, api.operatorPort),
    )
  await reservations.handOver(ports.api)
  const shared = sharePort(ports.api)
  supervisor.onStop(() => shared.close())
  return apis.map((api, index) => {
    const spec = apiProgram(parts, wiring, index + 1, { ...api, socket: shared.fd })
    return listening(run, spec, api.operatorPort)
  })
}

function portalOf(run: Run, parts: StackParts, wiring: Wiring): ProcessSpec {
  const {
    ports: { portal: port },
    portalMetricsPort: metricsPort,
  } = run
  return listening(run, portalProgram(parts, wiring, { port, metricsPort }), ...[port, metricsPort])
}

/**
 * Those with a worker take tasks, each by its part of the machine. Commands wait more than they work: each
 * process that serves may have as many under way as if it were alone.
 */
function sharesOf(apis: Api[], workers: number): Environment {
  const cores = usableCores()
  const working = workers + apis.filter(({ isGateway }) => isGateway).length
  return {
    CORES: (cores / Math.max(1, working)).toFixed(2),
    COMMANDS_UNDER_WAY: String(commandsFor(cores)),
    WORKFLOW_CACHE: String(workflowsFor(usableMemory() / Math.max(1, working))),
  }
}

/** Gateways have workers of their own; one more goes on with their payments when one of them dies. */
function workerCount({ workers, gateways }: LaunchOptions): number {
  return workers ?? (gateways === 0 ? Math.min(Math.ceil(usableCores()), 2) : 1)
}
