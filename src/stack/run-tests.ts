import { spawn } from 'node:child_process'
import { findTemporal } from './temporal/find-temporal.ts'
import { root, tsx } from './paths.ts'
import { openTerminal } from './terminal.ts'
import { untilAbandoned } from './processes/until-abandoned.ts'

/** Finds a Temporal server first, so that no test waits for a download or a build. */
export async function runTests(args: string[]): Promise<number> {
  const binary = await findTemporal(process.env, openTerminal())
  const child = spawn(process.execPath, ['--import', tsx, 'test/run/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, TOLLGATE_TEMPORAL_BINARY: binary },
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
