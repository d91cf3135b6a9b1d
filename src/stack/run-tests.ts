import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findTemporal } from './temporal/find-temporal.ts'
import { root } from './paths.ts'
import { openTerminal } from './terminal.ts'
import { untilAbandoned } from './processes/until-abandoned.ts'

/** Finds a Temporal server first, so that no test waits for a download or a build. */
export async function runTests(args: string[]): Promise<number> {
  const binary = await findTemporal(process.env, openTerminal())
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...args.filter((arg) => !flags[arg])], {
    cwd: root,
    env: { ...process.env, ...flagged(args), TOLLGATE_TEMPORAL_BINARY: binary },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  void untilAbandoned().then(() => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** What we understand ourselves; all else is for vitest. */
const flags: Partial<Record<string, string>> = {
  '--long': 'TEST_LONG',
  '--pictures': 'TEST_PICTURES',
}

const flagged = (args: string[]): Record<string, string> =>
  Object.fromEntries(
    args.flatMap((arg) => (flags[arg] === undefined ? [] : [[flags[arg], '1'] as const])),
  )
