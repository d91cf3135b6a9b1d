import { register } from 'tsx/cjs/api'
import { vi } from 'vitest'
import { commandRoutes } from '../../src/operator/command-routes.ts'
import { runProgram } from '../../src/cli/run-program.ts'
import { listen } from '../../src/http/listen.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { createOperatorApp } from '../../src/operator/app.ts'
import { giveToken, saveOperator } from '../../src/postgres/operators.ts'
import { openPool } from './open-pool.ts'

// The Temporal client requires the converters by their paths, past the test runner's own loader.
register()

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in this process, with these settings and no others of the gateway. One at a time,
 * also where tests run side by side: they share the environment and what is printed.
 */
export function commandLine(settings: Record<string, string>) {
  const run = runOne(settings)
  return (...args: string[]): ReturnType<typeof run> => {
    const mine = last.then(() => run(...args))
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Anna asks for it, Jan agrees to it, and Anna says it again: what is done beside the key ring. */
export const agreedWith =
  (tollgate: ReturnType<typeof commandLine>) =>
  async (...args: string[]): Promise<Awaited<ReturnType<typeof tollgate>>> => {
    const ask = [...args, '--reason', 'case 4711', '--by', 'anna']
    const { text } = await tollgate(...ask, '--json')
    await tollgate('approvals', 'approve', (JSON.parse(text) as { id: string }).id, '--by', 'jan')
    return tollgate(...ask)
  }

function runOne(settings: Record<string, string>) {
  return async (...args: string[]) => {
    const env = process.env
    const token = await tokenFor(args, settings.DATABASE_URL)
    const sandbox = { TOLLGATE_HOME: '/nowhere', ENVIRONMENT: 'sandbox' }
    const port = settings.DATABASE_URL ? await privatePort(settings.DATABASE_URL) : undefined
    const place = port && { TOLLGATE_URL: port.url }
    process.env = { ...env, ...sandbox, ...token, ...place, ...settings }
    process.exitCode = undefined
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      await runProgram(args)
      const text = out.mock.calls.map(([chunk]) => String(chunk)).join('')
      const problem = err.mock.calls.map(([chunk]) => String(chunk)).join('')
      return { code: exitCode(), text, problem }
    } finally {
      out.mockRestore()
      err.mockRestore()
      await port?.stop()
      process.env = env
      process.exitCode = undefined
    }
  }
}

/** The private port as commands see it, on a database without a stack around it. */
export async function privatePort(databaseUrl: string) {
  const db = openPool(databaseUrl, { maxConnections: 2 })
  const app = createOperatorApp({
    log: createLog('api', 'silent'),
    metrics: createMetrics('api'),
    health: { draining: false, checks: {} },
    operatorToken: 'figures',
    operators: { db, uiUrl: undefined, secure: false },
    routers: [commandRoutes({ db })],
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${String(server.port)}`,
    stop: async () => {
      await server.stop(1_000)
      await db.end()
    },
  }
}

/** Makes the operator who acts, in a database without a stack around it. */
async function tokenFor(args: string[], databaseUrl: string | undefined) {
  if (databaseUrl === undefined) return {}
  const [, name = 'tester'] = /--by (\S+)/.exec(args.join(' ')) ?? []
  const db = openPool(databaseUrl, { maxConnections: 1 })
  try {
    await saveOperator(db, { name, role: 'administrator' }, 'test')
    return { TOLLGATE_TOKEN: await giveToken(db, name, 1, `token-of-${name}`) }
  } catch {
    // Some lines are about a database that is not there.
    return {}
  } finally {
    await db.end()
  }
}

/** Set by the command, which the compiler cannot see. */
const exitCode = (): number => Number(process.exitCode ?? 0)
