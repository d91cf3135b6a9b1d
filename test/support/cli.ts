import { register } from 'tsx/cjs/api'
import { vi } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { createDbPool } from '../../src/postgres/db.ts'
import { giveToken, saveOperator } from '../../src/postgres/operators.ts'

// The Temporal client requires the converters by their paths, past the test runner's own loader.
register()

/** Runs a command line in this process, with these settings and no others of the gateway. */
export function commandLine(settings: Record<string, string>) {
  return async (...args: string[]) => {
    const env = process.env
    const token = await tokenFor(args, settings.DATABASE_URL)
    const sandbox = { TOLLGATE_HOME: '/nowhere', ENVIRONMENT: 'sandbox' }
    process.env = { ...env, ...sandbox, ...token, ...settings }
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
      process.env = env
      process.exitCode = undefined
    }
  }
}

/** Makes the operator who acts, in a database without a stack around it. */
async function tokenFor(args: string[], databaseUrl: string | undefined) {
  if (databaseUrl === undefined) return {}
  const [, name = 'tester'] = /--by (\S+)/.exec(args.join(' ')) ?? []
  const db = createDbPool({ databaseUrl, applicationName: 'test', maxConnections: 1 })
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
