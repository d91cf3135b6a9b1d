import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../src/stack/paths.ts'
import { ensureBuilt } from '../support/ensure-built.ts'

/** The oldest of each line that package.json allows, by the packages that npm has of them. */
const VERSIONS = ['20.19.6', '22.12.0', '24.0.0']
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const STEP_MS = 120_000
/** Rules, keys and what operators may do: no stack, no database. */
const QUICK = ['test/domain', 'test/vault', 'test/desk']
const TESTS_MS = 600_000

/**
 * `npm run check:nodes`: what was built runs on every Node that we support. It makes a key ring, and
 * replays a payment, for which the whole of Temporal's runtime has to be there; then the quick tests.
 */
await ensureBuilt()
for (const version of VERSIONS) {
  const node = fetchNode(version)
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-nodes-'))
  const role = (...args: string[]) =>
    execFileSync(node, ['--enable-source-maps', 'dist/src/role.js', ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: STEP_MS,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', KEYS_FILE: join(folder, 'keys.json') },
    })
  try {
    role('keys')
    const told = role('cli', 'replay', '--file', 'test/replay/histories/sale.json')
    if (!told.includes('1 replayed, 0 diverge')) throw new Error(`Node ${version}: ${told}`)
    const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...QUICK]
    execFileSync(node, tests, { cwd: root, timeout: TESTS_MS, stdio: 'ignore' })
    process.stdout.write(`Node ${version} runs what was built, and the quick tests\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** From npm, once: the path of its program. */
function fetchNode(version: string): string {
  const prefix = join(root, 'node_modules/.cache/tollgate/nodes', version)
  const name = `node-${platform}`
  const path = join(prefix, 'node_modules', name, 'bin/node')
  const args = ['install', '--prefix', prefix, '--no-save', '--no-audit', `${name}@${version}`]
  if (!existsSync(path)) execFileSync('npm', args, { timeout: STEP_MS, stdio: 'ignore' })
  return path
}
