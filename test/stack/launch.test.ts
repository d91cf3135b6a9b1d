import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchStack } from '../../src/stack/launch.ts'
import type { LaunchOptions } from '../../src/stack/launch-options.ts'
import type { Stack } from '../../src/stack/launch.ts'
import { identify } from '../../src/stack/processes/process-identity.ts'
import { connectTemporal } from '../../src/stack/temporal/temporal-connection.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { standIns } from './stand-ins/parts.ts'
import { temporaryHome } from './temporary-home.ts'

const timeout = 300_000

describe('a launched stack', { timeout }, () => {
  let stack: Stack
  const stackFile = () => join(stack.home, 'stack.json')

  beforeAll(async () => {
    process.env['TOLLGATE_TEST_SECRET'] = 'leak'
    const home = scratchFolder('tollgate-test-')
    // What a start leaves that is killed while Temporal makes its tables.
    writeFileSync(join(home, 'temporal.db'), '')
    const env = { LOG_LEVEL: 'warn' }
    stack = await launch({ home, apis: 2, sharedPort: true, workers: 2, autoRestart: false, env })
    for (const name of ['api-2', 'worker-1', 'worker-2']) await stack.process(name).whenReady()
    return async () => {
      delete process.env['TOLLGATE_TEST_SECRET']
      await stack.stop()
      rmSync(home, { recursive: true, force: true })
    }
  }, timeout)

  test('tells where everything is, to its owner only', () => {
    expect(statSync(stackFile()).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(stackFile(), 'utf8'))).toEqual(stack.info)
    expect(stack.info).toMatchObject({ namespace: 'default', merchants: [{ merchantId: 'M1' }] })
    expect(stack.apis).toEqual([stack.info.api])
    const names = 'postgres temporal sandbox api-1 portal api-2 worker-1 worker-2'
    expect(stack.processes.map(({ name }) => name).join(' ')).toBe(names)
    expect(stack.processes.every(({ state }) => state === 'ready')).toBe(true)
  })

  test('tells each process what it needs and no more', async () => {
    const api = await readEnvironment(stack.info.api)
    const sandbox = await readEnvironment(stack.info.sandbox)
    expect(api).toMatchObject({
      DATABASE_URL: stack.info.postgres,
      TEMPORAL_ADDRESS: stack.info.temporal,
      OPERATOR_TOKEN: expect.any(String),
      SANDBOX_RECEIVER_URL: `${stack.info.sandbox}/merchant`,
      LOG_LEVEL: 'warn',
    })
    const all = [...stack.apis, stack.info.operator, stack.info.portal, stack.info.sandbox]
    const ports = [...all, stack.info.temporalUi, `http://${stack.info.temporal}`].map(portOf)
    for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2'])
      expect(portsTo(name), name).toEqual(expect.arrayContaining([...ports, ...stack.info.ports]))
    const { api: gateway } = stack.info
    expect(sandbox).toMatchObject({ GATEWAY_URL: gateway, ACQUIRER_KEY: api['ACQUIRER_KEY'] })
    expect(sandbox).not.toHaveProperty('DATABASE_URL')
    expect(sandbox).not.toHaveProperty('OPERATOR_TOKEN')
    expect(api).not.toHaveProperty('TOLLGATE_TEST_SECRET')
    const { env: portal } = stack.process('portal').spec
    const forbidden = Object.keys(portal).filter((name) =>
      /_KEY$|VAULT|ACQUIRER|TEMPORAL|^KEYS_FILE$/.test(name),
    )
    expect(forbidden).toEqual([])
    expect(portal['DATABASE_URL']).toContain('//tollgate_portal:')
  })

  const portOf = (url: string) => Number(new URL(url).port)
  const portsTo = (name: string) =>
    (stack.process(name).spec.env['STACK_PORTS'] ?? '').split(',').map(Number)

  test('starts killed servers again on their ports and data', async () => {
    for (const name of ['postgres', 'temporal']) {
      const server = stack.process(name)
      await server.kill('SIGKILL')
      expect(server.state).toBe('down')
      await server.start()
    }
    const env = { TEMPORAL_ADDRESS: stack.info.temporal, TEMPORAL_NAMESPACE: 'default' }
    const { connection, namespace } = await connectTemporal(env)
    const listed = await connection.operatorService.listSearchAttributes({ namespace })
    await connection.close()
    expect(Object.keys(listed.customAttributes)).toContain('PaymentStatus')
  })

  test('keeps what Temporal remembers from other users, also after an interrupted start', () => {
    expect(statSync(join(stack.home, 'temporal.db')).mode & 0o077).toBe(0)
    expect(statSync(join(stack.home, 'temporal.db')).size).toBeGreaterThan(0)
  })

  test('can use a Postgres and a Temporal that run already', async () => {
    const { postgres: databaseUrl, temporal: address, temporalUi: uiUrl } = stack.info
    const temporal = { env: { TEMPORAL_ADDRESS: address }, uiUrl }
    const guest = await launch({ home: temporaryHome(), databaseUrl, temporal })
    onTestFinished(() => guest.stop())
    expect(guest.processes.map(({ name }) => name)).toEqual([
      'sandbox',
      'worker-1',
      'api-1',
      'portal',
    ])
    expect(guest.info).toMatchObject({
      postgres: databaseUrl,
      temporal: address,
      temporalUi: uiUrl,
    })
  })

  test('names a Temporal server that does not answer', async () => {
    const { postgres: databaseUrl } = stack.info
    const temporal = { env: { TEMPORAL_ADDRESS: '127.0.0.1:1' } }
    const launching = launch({ home: temporaryHome(), databaseUrl, temporal })
    await expect(launching).rejects.toThrow('The Temporal server at 127.0.0.1:1 does not answer')
  })

  test('refuses a second one on its folder', async () => {
    await expect(launch({ home: stack.home })).rejects.toThrow(/runs already from/)
    expect(existsSync(stackFile())).toBe(true)
  })

  test('takes its file away when it stops', async () => {
    await stack.stop()
    expect(existsSync(stackFile())).toBe(false)
    expect(stack.processes.every(({ state }) => state === 'down')).toBe(true)
  })
})

test(
  'kill -9 of the supervisor leaves nothing that blocks the next start',
  { timeout },
  async () => {
    const home = temporaryHome()
    const leftovers = await launchAndKill(home)
    expect(leftovers.filter(({ pid }) => identify(pid) !== undefined)).not.toEqual([])
    const stack = await launch({ home })
    onTestFinished(() => stack.stop())
    expect(leftovers.filter(({ pid }) => identify(pid) !== undefined)).toEqual([])
    expect(stack.process('postgres').state).toBe('ready')
  },
)

async function launch(options: Partial<LaunchOptions> & { home: string }): Promise<Stack> {
  return launchStack({ workers: 1, quiet: true, parts: standIns, ...options })
}

async function readEnvironment(url: string): Promise<Record<string, string>> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) })
  return (await answer.json()) as Record<string, string>
}

/** A supervisor in a process of its own, killed once its stack is up. */
async function launchAndKill(home: string): Promise<{ pid: number }[]> {
  const script = new URL('./stand-ins/launch-and-stay.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', script, home])
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('launched') && resolve())
    child.once('exit', () => reject(new Error('the supervisor ended by itself')))
  })
  const recorded = JSON.parse(readFileSync(join(home, 'pids.json'), 'utf8')) as { pid: number }[]
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  return recorded
}
