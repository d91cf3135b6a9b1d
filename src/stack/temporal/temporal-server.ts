import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporalMemoryFor, usableMemory } from '../../process/memory-bounds.ts'
import { baseEnvironment } from '../environment.ts'
import type { Environment, ProcessSpec } from '../processes/managed-process.ts'
import { isListening } from '../processes/port-reservations.ts'
import { probeReady } from '../processes/ready.ts'
import { connectTemporal } from './temporal-connection.ts'
import { temporalEnvironment } from './temporal-environment.ts'

export interface TemporalServer {
  spec: ProcessSpec
  /** What a process needs to reach it. */
  env: Environment
}

/** A Temporal server of our own with its UI, keeping its state in one SQLite file under `home`. */
export function temporalServer(settings: {
  binary: string
  home: string
  port: number
  uiPort: number
  metricsPort: number
  operatorUrl: string
}): TemporalServer {
  const { binary, home, port, uiPort, metricsPort, operatorUrl } = settings
  const database = join(home, 'temporal.db')
  const env = temporalEnvironment(home, `127.0.0.1:${String(port)}`, 'default')
  const spec: ProcessSpec = {
    name: 'temporal',
    command: binary,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port)],
      ...['--ui-port', String(uiPort), '--ui-codec-endpoint', `${operatorUrl}/codec`],
      ...['--db-filename', database, '--namespace', 'default'],
      ...['--metrics-port', String(metricsPort)],
      ...['--log-level', 'warn', '--ui-disable-news-fetch'],
      ...Object.entries(pragmas).flatMap(([key, value]) => ['--sqlite-pragma', `${key}=${value}`]),
      ...Object.entries(dynamicConfig).flatMap(([key, value]) => [
        '--dynamic-config-value',
        `${key}=${JSON.stringify(value)}`,
      ]),
    ],
    env: {
      ...baseEnvironment(),
      // Its own default of 100 collects garbage four times as often, on the cores payments need; from
      // the limit on it is collected as often as it takes.
      GOGC: '400',
      GOMEMLIMIT: String(temporalMemoryFor(usableMemory())),
      TEMPORAL_CONFIG_FILE: env.TEMPORAL_CONFIG_FILE,
    },
    cwd: home,
    beforeStart: async () => removeUnfinished(database),
    ready: probeReady(async () => {
      if (!(await isListening(port))) return false
      const { connection } = await connectTemporal(env, 1000)
      await connection.close()
      keepFinished(database)
      return true
    }),
    startAttempts: 3,
  }
  return { spec, env }
}

/** A server killed while it made its tables would never start on that file again. */
function removeUnfinished(database: string): void {
  if (existsSync(marker(database))) return
  for (const file of filesOf(database)) rmSync(file, { force: true })
}

function keepFinished(database: string): void {
  if (existsSync(marker(database))) return
  // The server would let everybody read them.
  for (const file of filesOf(database)) if (existsSync(file)) chmodSync(file, 0o600)
  writeFileSync(marker(database), '')
}

function filesOf(database: string): string[] {
  return [database, `${database}-wal`, `${database}-shm`]
}

function marker(database: string): string {
  return `${database}.initialised`
}

/** An acknowledged write survives kill -9; OFF would not promise that even for a clean file. */
const pragmas = { journal_mode: 'WAL', synchronous: '1' }

/** The defaults hold a single-shard server to 20 tasks a second. */
const dynamicConfig = {
  'history.transferProcessorMaxPollRPS': 2000,
  'history.timerProcessorMaxPollRPS': 2000,
  'system.enableActivityEagerExecution': true,
  // A workflow whose tasks fail is marked at the second failure, so that `stuck` finds it soon.
  'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute': 2,
  // A question beside a commit that is under way can break a history: refused (docs/decisions/0019).
  'history.MaxBufferedQueryCount': 0,
  // The development server reads its search attributes from the database at every dispatch and every
  // visibility write; ours are made before the first payment and stay.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
  // Four partitions of a queue forward tasks to each other; one serves a machine without a hop.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // Of 128,000 that it keeps in memory by itself, most are payments that nobody asks for any more.
  'history.hostLevelCacheMaxSize': 8_000,
  'frontend.namespaceRPS': 20_000,
  'frontend.rps': 20_000,
  'matching.rps': 20_000,
  'history.rps': 20_000,
}
