import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Stripe's own mock server, which checks requests against the published description of the API. */
const VERSION = '0.203.0'

/** Where the binary is kept, outside the checkout and beside the Temporal server. */
export function stripeMockPath(env = process.env): string {
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache')
  return join(env['TOLLGATE_CACHE'] || join(cache, 'tollgate'), `stripe-mock-${VERSION}`)
}

export const hasStripeMock = (): boolean => existsSync(stripeMockPath())

/** On ports that the system chooses, both of them on loopback: by itself it would listen everywhere. */
export async function startStripeMock() {
  const child = spawn(
    stripeMockPath(),
    ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('exit', () => reject(new Error(`stripe-mock ended: ${said}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, port] = /HTTP at address: 127\.0\.0\.1:(\d+)/.exec(said) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  })
  return { url, stop: () => child.kill() }
}

async function build(): Promise<void> {
  const target = stripeMockPath()
  const folder = `${target}.building`
  mkdirSync(folder, { recursive: true })
  const module = `github.com/stripe/stripe-mock@v${VERSION}`
  await promisify(execFile)('go', ['install', module], { env: { ...process.env, GOBIN: folder } })
  renameSync(join(folder, 'stripe-mock'), target)
  process.stdout.write(`${target}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
