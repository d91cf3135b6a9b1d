import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findTemporal } from './temporal/find-temporal.ts'
import { root } from './paths.ts'
import { openTerminal } from './terminal.ts'
import { untilAbandoned } from './processes/until-abandoned.ts'

const SHORT = `The short form: of the faults, the crashes that matter most.
All of them, as on CI: npm run test:all
`

/** Finds a Temporal server first, so that no test waits for a download or a build. */
export async function runTests(asked: string[]): Promise<number> {
  const isShort = asked.length === 0 && !process.env.CI
  if (isShort) process.stdout.write(SHORT)
  const args = isShort ? ['--short'] : asked
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

/** What we understand ourselves, as settings of the run; all else is for vitest. */
const flags: Partial<Record<string, Record<string, string>>> = {
  '--all': {},
  '--short': { TEST_SHORT: '1' },
  '--long': { TEST_LONG: '1' },
  '--pictures': { TEST_PICTURES: '1' },
}

const flagged = (args: string[]): Record<string, string> =>
  Object.assign({}, ...args.map((arg) => flags[arg])) as Record<string, string>
