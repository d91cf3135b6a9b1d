import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bundleAssets } from '../checkout/bundle-assets.ts'
import { buildReplayBundle } from '../review/replay-bundle.ts'
import { buildBundle } from '../../worker/bundle.ts'
import { root } from '../stack/paths.ts'
import { joinPrograms } from './join-programs.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { servedDocuments } from './served-documents.ts'
import { sourceHash } from './source-hash.ts'

const dist = join(root, 'dist')
/** Tells what it was built of and when that was, and is written last: without it there is no build. */
const STAMP = join(dist, '.built')
/** Two builds at once would take each other's files away. */
const LOCK = join(root, 'node_modules/.cache/tollgate/build.lock')

/**
 * `npm run build`: what production runs with plain `node`. The folders of `dist` are those of the
 * sources, so that what lies beside a module in one lies beside it in the other.
 */
export const build = (): Promise<void> =>
  oneAtATime(LOCK, (hasWaited) => (hasWaited && isUpToDate() ? Promise.resolve() : buildNow()))

/** Whether what is built is of the sources as they are. */
export const isUpToDate = (): boolean =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash()

async function buildNow(): Promise<void> {
  const begunAt = new Date()
  const hash = sourceHash()
  await rm(dist, { recursive: true, force: true })
  await Promise.all([compile(), bundlePage(), bundleWorkflows(), copyFiles()])
  // Imports the bundler, which production does not have.
  for (const file of ['bundle-assets.js', 'bundle-assets.js.map'])
    await rm(join(dist, 'src/checkout', file))
  await joinPrograms(dist)
  await writeFile(STAMP, hash)
  // A source that was changed meanwhile is newer than the build.
  await utimes(STAMP, begunAt, begunAt)
}

/** Types are checked; a mistake ends the build. */
async function compile(): Promise<void> {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const args = [tsc, '-p', 'tsconfig.build.json']
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error: unknown) => {
    const { stdout } = error as { stdout?: string }
    throw new Error(stdout?.trim() || String(error))
  })
}

async function bundlePage(): Promise<void> {
  const { script, style, wallet, clickToPay } = await bundleAssets()
  await write('src/checkout/assets/checkout.js', script)
  await write('src/checkout/assets/checkout.css', style)
  await write('src/checkout/assets/wallet.js', wallet)
  await write('src/checkout/assets/click-to-pay.js', clickToPay)
}

async function bundleWorkflows(): Promise<void> {
  await write('bundles/workflows.js', (await buildBundle()).code)
  await write('bundles/replay.js', await buildReplayBundle())
}

/** What the programs read beside their code: migrations, lists, and what `/docs` serves. */
async function copyFiles(): Promise<void> {
  for (const file of ['src', ...servedDocuments])
    await cp(join(root, file), join(dist, file), { recursive: true, filter: isNoCode })
}

const isNoCode = (path: string): boolean =>
  !/\.(tsx?|css)$|src\/(build|stack|checkout\/island)$/.test(path)

async function write(file: string, content: string | Buffer): Promise<void> {
  const path = join(dist, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
