import { register } from 'tsx/cjs/api'
import { vi } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'

// The Temporal client requires the converters by their paths, past the test runner's own loader.
register()

/** Runs a command line in this process, with these settings and no others of the gateway. */
export function commandLine(settings: Record<string, string>) {
  return async (...args: string[]) => {
    const env = process.env
    process.env = { ...env, TOLLGATE_HOME: '/nowhere', ENVIRONMENT: 'sandbox', ...settings }
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

/** Set by the command, which the compiler cannot see. */
const exitCode = (): number => Number(process.exitCode ?? 0)
