import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { GoProgram } from './build-program.ts'
import { buildProgram } from './build-program.ts'
import { downloadTemporal } from './download-temporal.ts'
import { explainFailure, StackFailure } from '../failure.ts'
import {
  cachedTemporalPath,
  isAtLeast,
  neededGo,
  OLDEST_SERVER,
  temporalModule,
} from './temporal-version.ts'
import type { Terminal } from '../terminal.ts'

interface Source {
  name: string
  /** Takes long enough that people want to know why it is needed. */
  isSlow?: true
  /** The path of a binary that may work, or why there is none; may also throw why. */
  look(): Promise<string | Missing> | string | Missing
}

interface Missing {
  missing: string
}

/** A Temporal server that runs here, from the first source that has one. */
export async function findTemporal(env: NodeJS.ProcessEnv, terminal: Terminal): Promise<string> {
  const reasons: string[] = []
  let reported = 0
  for (const source of sources(env, terminal)) {
    if (source.isSlow) {
      for (const reason of reasons.slice(reported))
        terminal.note(`No Temporal server from ${reason}.`)
      reported = reasons.length
    }
    const found = await lookInto(source)
    if (typeof found === 'string') return found
    reasons.push(`${source.name}: ${found.missing}`)
  }
  throw new StackFailure(
    `No Temporal server was found:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}\n` +
      'Install the Temporal CLI (https://docs.temporal.io/cli) so that "temporal" is on PATH, or ' +
      `Go ${neededGo} (https://go.dev/dl) so that it can be built, or set TEMPORAL_ADDRESS.`,
  )
}

function sources(env: NodeJS.ProcessEnv, terminal: Terminal): Source[] {
  const cached = cachedTemporalPath(env)
  return [
    { name: 'TOLLGATE_TEMPORAL_BINARY', look: () => fromVariable(env['TOLLGATE_TEMPORAL_BINARY']) },
    { name: 'TEMPORAL_CLI_PATH', look: () => fromVariable(env['TEMPORAL_CLI_PATH']) },
    { name: '"temporal" on PATH', look: () => fromPath(env) },
    { name: 'the cached binary', look: () => fromCache(cached) },
    {
      name: 'the official download',
      isSlow: true,
      look: () => downloadTemporal(cached, env, terminal),
    },
    {
      name: 'a build from source',
      isSlow: true,
      look: () => buildProgram(cliProgram(cached), env, terminal),
    },
  ]
}

const cliProgram = (target: string): GoProgram => ({
  title: 'Building the Temporal server with Go (5 to 8 minutes, once)',
  module: temporalModule,
  source: 'github.com/temporalio/cli/cmd/temporal',
  target,
})

async function lookInto(source: Source): Promise<string | Missing> {
  try {
    const found = await source.look()
    const problem = typeof found === 'string' ? await problemOf(found) : undefined
    return problem === undefined ? found : { missing: problem }
  } catch (error) {
    return { missing: explainFailure(error) }
  }
}

function fromVariable(path: string | undefined): string | Missing {
  return path === undefined || path === '' ? { missing: 'not set' } : path
}

function fromPath(env: NodeJS.ProcessEnv): string | Missing {
  for (const directory of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, 'temporal')
    if (directory !== '' && isProgram(path)) return path
  }
  return { missing: 'not there' }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function fromCache(path: string): string | Missing {
  return existsSync(path) ? path : { missing: `not there (${path})` }
}

/** Undefined when the binary runs and its server is new enough. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 })
    const server = /Server (\d+\.\d+)/.exec(stdout)?.[1]
    if (server === undefined) return `${path} does not say which server it holds`
    if (isAtLeast(server, OLDEST_SERVER)) return undefined
    return `${path} holds server ${server}, at least ${OLDEST_SERVER} is needed`
  } catch (error) {
    return `${path} does not run (${explainFailure(error).trim()})`
  }
}
