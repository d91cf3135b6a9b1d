import { join } from 'node:path'

import { handedOn, pick } from './environment.ts'
import { explainFailure, StackFailure } from './failure.ts'
import { asksForHelp, checkClusterOptions, checkOptions, CLUSTER_HELP, HELP } from './help.ts'
import { launchStack } from './launch.ts'
import type { LaunchOptions } from './launch-options.ts'
import { root } from './paths.ts'
import { defaultPorts } from './processes/ports.ts'
import { runProgram, runTests } from './run-tests.ts'
import { openTerminal } from './terminal.ts'
import { untilAbandoned } from './processes/until-abandoned.ts'
import { welcome } from './welcome.ts'

/** `npm start`, `npm run cluster`, `npm test`, and `run`, for what else is tried and measured. */
export async function main(args: string[]): Promise<void> {
  const [command, ...rest] = args
  // Whoever read our output has gone; that is no reason to leave the processes alone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    if (command === 'test') process.exitCode = await runTests(rest)
    else if (command === 'run') process.exitCode = await runProgram(rest[0] ?? '', rest.slice(1))
    else if (command === 'cluster') process.exitCode = await runCluster(rest)
    else if (asksForHelp(args)) console.log(HELP)
    else {
      checkOptions(args)
      process.exitCode = await runStack(optionsFrom(process.env, args))
    }
  } catch (error) {
    process.stderr.write(`\n${explainFailure(error)}\n`)
    process.exitCode = error instanceof StackFailure ? error.exitCode : 1
  }
  // Whatever still listens belongs to nobody now.
  process.exit()
}

/** `npm run cluster`: Temporal's services in processes of their own, two gateways, two workers. */
async function runCluster(args: string[]): Promise<number> {
  if (asksForHelp(args)) {
    console.log(CLUSTER_HELP)
    return 0
  }
  checkClusterOptions(args)
  if (args.includes('--test'))
    return runTests(['--project', 'faults', 'test/faults/cluster.test.ts'])
  const { temporal: _, ...options } = optionsFrom(process.env, args)
  const home = process.env['TOLLGATE_HOME'] || join(root, '.tollgate/cluster')
  return runStack({ ...options, home, temporal: 'cluster', apis: 2, workers: 2 })
}

async function runStack(options: LaunchOptions): Promise<number> {
  const interrupted = untilSignalled()
  const launching = launchStack(options)
  const stack = await Promise.race([launching, interrupted])
  // Interrupted while starting: what has started ends with this process.
  if (stack === 'signal') return INTERRUPTED
  console.log(welcome(stack))
  const end = await Promise.race([interrupted, stack.failed])
  const stopping = openTerminal().step('Stopping')
  await stack.stop()
  stopping.done('Stopped')
  if (end === 'signal') return 0
  process.stderr.write(`\n${end.message}\n`)
  return end.exitCode
}

const INTERRUPTED = 130
const ECHO_MS = 1000

/** npm sends the terminal's Ctrl-C on, so it comes twice; only a later one means "at once". */
async function untilSignalled(): Promise<'signal'> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = () => {
      firstAt ??= Date.now()
      resolve('signal')
      if (Date.now() - firstAt > ECHO_MS) process.exit(INTERRUPTED)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
    void untilAbandoned().then(() => resolve('signal'))
  })
}

function optionsFrom(env: NodeJS.ProcessEnv, args: string[]): LaunchOptions {
  const address = env['TEMPORAL_ADDRESS']
  const databaseUrl = env['DATABASE_URL']
  const temporalNames = Object.keys(env).filter(
    (name) => /^TEMPORAL_/.test(name) && !/^TEMPORAL_(UI_URL|CLI_PATH)$/.test(name),
  )
  return {
    home: env['TOLLGATE_HOME'] || join(root, '.tollgate'),
    apis: positive(env, 'TOLLGATE_APIS') ?? 2,
    sharedPort: true,
    ...optional('workers', positive(env, 'TOLLGATE_WORKERS')),
    env: pick(env, handedOn),
    ports: {
      ...defaultPorts,
      ...optional('api', positive(env, 'PORT')),
      ...optional('operator', positive(env, 'OPERATOR_PORT')),
      ...optional('portal', positive(env, 'PORTAL_PORT')),
      ...optional('sandbox', positive(env, 'SANDBOX_PORT')),
    },
    ...(databaseUrl && { databaseUrl }),
    temporal: address
      ? { env: pick(env, temporalNames), ...optional('uiUrl', env['TEMPORAL_UI_URL']) }
      : 'own',
    verbose: args.includes('--verbose'),
  }
}

function positive(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number
  throw new StackFailure(`${name} must be a whole number from 1 to 65535.`)
}

function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value })
}
