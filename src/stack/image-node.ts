import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { cachedPath } from './cached-path.ts'
import { explainFailure } from './failure.ts'
import { inStep } from './terminal.ts'
import type { Terminal } from './terminal.ts'

/** An npm package of its own, whose lock file fixes the program. @internal */
export const imageNodePackage = fileURLToPath(new URL('image-node', import.meta.url))
const FILES = ['package.json', 'package-lock.json']
const MAJOR = 24
const INSTALL_MS = 300_000

/**
 * The Node that the image has, so that what is tested and measured is what production runs: this one when it
 * is of that line, else the one that npm has of it. Without one, or with TOLLGATE_NODE=own, it is this one.
 */
export async function findImageNode(
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  running = process.versions.node,
): Promise<string> {
  if (env['TOLLGATE_NODE'] === 'own' || running.startsWith(`${MAJOR}.`)) return process.execPath
  const kept = keptNode(env)
  try {
    if (!existsSync(programIn(kept)))
      await inStep(terminal, `Fetching Node ${MAJOR}, which the image has (once)`, () =>
        fetchNode(kept, env),
      )
    return programIn(kept)
  } catch (error) {
    const [why = ''] = explainFailure(error).split('\n')
    terminal.note(`Going on with Node ${running}: npm gave no Node ${MAJOR} (${why}).`)
    return process.execPath
  }
}

const keptNode = (env: NodeJS.ProcessEnv): string =>
  cachedPath(
    'node',
    FILES.map((file) => join(imageNodePackage, file)),
    env,
  )

const programIn = (folder: string): string =>
  join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)

/** In a folder of its own, which is renamed when it is whole: of two at once, one is kept. */
async function fetchNode(target: string, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(dirname(target), { recursive: true })
  const draft = mkdtempSync(`${target}.`)
  try {
    for (const file of FILES) copyFileSync(join(imageNodePackage, file), join(draft, file))
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0']
    await promisify(execFile)('npm', args, { cwd: draft, env, timeout: INSTALL_MS })
    await promisify(execFile)(programIn(draft), ['--version'])
    try {
      renameSync(draft, target)
    } catch (error) {
      if (!existsSync(target)) throw error
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
