import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isUpToDate } from '../../src/build/build.ts'
import { root, tsx } from '../../src/stack/paths.ts'

/** Whole stacks run what production runs: `dist`, made again only when a source has changed. */
export function ensureBuilt(): Promise<void> {
  const shared = globalThis as { [BUILD]?: Promise<void> }
  const built = shared[BUILD] ?? (isUpToDate() ? Promise.resolve() : build())
  shared[BUILD] = built
  return built
}

/** Each project of a run loads this file for itself; only the process is common to them. */
const BUILD = Symbol.for('tollgate.build')

/** In a process of its own, which takes the compilers with it when it ends. */
async function build(): Promise<void> {
  const args = ['--import', tsx, 'src/build/main.ts']
  await promisify(execFile)(process.execPath, args, { cwd: root, timeout: BUILD_TIMEOUT_MS })
}

const BUILD_TIMEOUT_MS = 15 * 60_000
