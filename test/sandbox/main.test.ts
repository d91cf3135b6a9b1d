import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorization } from './acquirer/requests.ts'
import { until } from './start-sandbox.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let home: string
let port: number
let running: ChildProcess | undefined

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
  port = await freePort()
})
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(home, { recursive: true })
})

async function start(environment: Record<string, string> = {}): Promise<ChildProcess> {
  const process_ = spawn(process.execPath, ['--import', 'tsx', 'src/sandbox/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = process_
  await until(
    () =>
      process_.exitCode !== null ||
      fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.ok,
        () => false,
      ),
  )
  return process_
}

const settings = () => ({
  HOST: '127.0.0.1',
  SANDBOX_PORT: String(port),
  TOLLGATE_HOME: home,
  GATEWAY_URL: 'http://127.0.0.1:9',
  OPERATOR_URL: 'http://127.0.0.1:9',
  ACQUIRER_KEY: 'key',
  THREEDS_KEY: 'key',
  BLIK_KEY: 'key',
  BANK_KEY: 'key',
  TOKENS_KEY: 'key',
  THREEDS_WEBHOOK_KEY: 'webhook-key',
  BLIK_WEBHOOK_KEY: 'webhook-key',
  BANK_WEBHOOK_KEY: 'webhook-key',
  TOKENS_WEBHOOK_KEY: 'webhook-key',
  BANK_SERVICE_ID: 'SERVICE',
  SANDBOX_DELAY_MS: '0',
})

async function authorize(body: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/acquirer/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    }),
  )
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

test('a killed sandbox comes back with everything it has answered', async () => {
  const body = authorization(100)
  const killed = await start()
  const first = await authorize(body)
  killed.kill('SIGKILL')
  await ended(killed)
  const second = await start()
  expect(await authorize(body)).toEqual(first)
  second.kill('SIGTERM')
  expect(await ended(second)).toBe(0)
})

test('it refuses to start without a key, and says which', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/sandbox/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings(), BLIK_KEY: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running = child
  let complaint = ''
  child.stderr.on('data', (text) => (complaint += String(text)))
  expect(await ended(child)).toBe(1)
  expect(complaint).toContain('BLIK_KEY')
})
