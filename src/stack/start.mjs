// Plain JavaScript without packages: it must run on a bare clone, before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(root, 'node_modules/.tollgate-lock')
const MINIMUM_NODE = [20, 19]

start().catch((error) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
})

async function start() {
  requireNode()
  const lock = readFileSync(join(root, 'package-lock.json'))
  const lockHash = createHash('sha256').update(lock).digest('hex')
  if (!isInstalled(lock, lockHash)) await install()
  writeFileSync(stamp, lockHash)
  const { register } = await import('tsx/esm/api')
  register()
  const { main } = await import('./main.ts')
  await main(process.argv.slice(2))
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [neededMajor, neededMinor] = MINIMUM_NODE
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return
  throw new Error(
    `Tollgate needs Node ${MINIMUM_NODE.join('.')} or newer and this is ${process.versions.node}. ` +
      'Install a newer one (22 or 24 are supported releases) and try again.',
  )
}

/** True after our own `npm ci`, and after any `npm install` that gave the locked versions. */
function isInstalled(lock, lockHash) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return true
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  if (installed === undefined) return false
  return Object.entries(JSON.parse(lock.toString()).packages).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || installed[path]?.version === wanted.version,
  )
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  process.stdout.write('Installing dependencies with npm ci (about half a minute, once)\n')
  const ticker = setInterval(() => process.stdout.write(`  … ${String(seconds())} s\n`), 10_000)
  const { code, output } = await runNpm().finally(() => clearInterval(ticker))
  if (code !== 0) throw new Error(`${output.trim()}\n\n${explain(output)}`)
  process.stdout.write(`  installed in ${String(seconds())} s\n`)
}

/** `--include=dev`: a NODE_ENV of production in the shell would leave out the test runner. */
async function runNpm() {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const [command, commandArgs] = npm?.endsWith('.js')
    ? [process.execPath, [npm, ...args]]
    : ['npm', args]
  const child = spawn(command, commandArgs, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function explain(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)) {
    return 'npm could not reach its registry. Check the network or the proxy settings and try again.'
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Free about 1 GB and try again.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `npm may not write to ${root}. Fix its owner first.`
  return 'npm ci failed for the reason above. Dependencies are not installed.'
}
