import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProcessSpec } from '../../../src/stack/processes/managed-process.ts'
import { lineReady } from '../../../src/stack/processes/ready.ts'
import { Supervisor } from '../../../src/stack/processes/supervisor.ts'
import type { SupervisorOptions } from '../../../src/stack/processes/supervisor.ts'
import { silentTerminal } from '../../../src/stack/terminal.ts'
import { temporaryHome } from '../temporary-home.ts'

test('groups stop in the reverse order of their start', async () => {
  const { supervisor, home } = supervise()
  const stopped = join(home, 'stopped')
  const note = (name: string) => `process.on('SIGTERM', () => {
    require('fs').appendFileSync(${JSON.stringify(stopped)}, '${name} '); process.exit(0) })`
  await supervisor.start(script('first', note('first')))
  await supervisor.start(script('second', note('second')))
  await supervisor.start(script('third', note('third')))
  await supervisor.stop()
  expect(readFileSync(stopped, 'utf8')).toBe('third second first ')
})

test('a process gets the environment it is given and nothing of ours', async () => {
  const { supervisor, home } = supervise()
  process.env['TOLLGATE_TEST_SECRET'] = 'leak'
  onTestFinished(() => {
    delete process.env['TOLLGATE_TEST_SECRET']
  })
  const tell = `console.log(JSON.stringify(Object.keys(process.env)))`
  await supervisor.start({ ...script('teller', tell), env: { GIVEN: '1' } })
  await supervisor.stop()
  const names = readFileSync(join(home, 'logs/teller.log'), 'utf8')
  expect(names).toContain('GIVEN')
  expect(names).not.toContain('TOLLGATE_TEST_SECRET')
})

test('a crashed process is started again', async () => {
  const { supervisor } = supervise()
  await supervisor.start(script('worker-1'))
  const worker = supervisor.process('worker-1')
  const before = worker.pid
  await worker.kill('SIGKILL')
  await worker.whenReady()
  expect(worker.pid).not.toBe(before)
  expect(worker.state).toBe('ready')
})

test('with automatic restart switched off a killed process stays down until it is started', async () => {
  const { supervisor } = supervise()
  await supervisor.start(script('worker-1'))
  const worker = supervisor.process('worker-1')
  worker.autoRestart = false
  await worker.kill('SIGKILL')
  expect(worker.state).toBe('down')
  await expect(worker.whenReady()).rejects.toThrow('worker-1 is not running')
  await worker.start()
  expect(worker.state).toBe('ready')
})

test('a start by hand may add to the environment until the next one', async () => {
  const { supervisor } = supervise()
  await supervisor.start(script('worker-1', `console.log('[' + process.env.FAILPOINTS + ']')`))
  const worker = supervisor.process('worker-1')
  await worker.restart({ FAILPOINTS: 'armed' })
  expect(worker.output.tail()).toContain('[armed]')
  await worker.restart()
  expect(worker.output.tail()).toContain('[undefined]')
})

test('a process that cannot be kept up is given up with its own exit code', async () => {
  const { supervisor } = supervise({ restartsPerMinute: 2 })
  const marker = join(temporaryHome(), 'ran-once')
  const secondTimeFails = `const fs = require('fs')
    if (fs.existsSync(${JSON.stringify(marker)})) { console.log('no disk'); process.exit(7) }
    fs.writeFileSync(${JSON.stringify(marker)}, '')`
  await supervisor.start(script('api-1', secondTimeFails))
  const api = supervisor.process('api-1')
  await api.kill('SIGKILL')
  const failure = await supervisor.failed
  expect(failure.exitCode).toBe(7)
  expect(failure.message).toContain('no disk')
})

test('a process that fails to start says why, with the end of its log', async () => {
  const { supervisor } = supervise()
  const failing = script('api-1', `console.log('setting PORT is wrong'); process.exit(3)`)
  await expect(supervisor.start(failing)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/api-1 ended with code 3[^]*setting PORT is wrong/),
  })
})

test('a program that does not exist is named', async () => {
  const { supervisor } = supervise()
  const missing = { ...script('temporal'), command: '/nowhere/temporal' }
  await expect(supervisor.start(missing)).rejects.toThrow(/temporal could not be started.*ENOENT/)
})

test('a process that ignores the request to stop is killed after the deadline', async () => {
  const { supervisor } = supervise()
  const stubborn = script('stubborn', `process.on('SIGTERM', () => {})`)
  await supervisor.start({ ...stubborn, stopTimeoutMs: 100 })
  await supervisor.stop()
  expect(supervisor.process('stubborn').state).toBe('down')
})

test('a stop in the middle of a start leaves nothing that starts later', async () => {
  const { supervisor, home } = supervise()
  const pids = join(home, 'pids')
  const note = `require('fs').appendFileSync(${JSON.stringify(pids)}, process.pid + ' ')`
  const gates: (() => void)[] = []
  const beforeStart = () => new Promise<void>((resolve) => gates.push(resolve))
  const first = supervisor.start({ ...script('api-1', note), beforeStart })
  await expect.poll(() => gates).toHaveLength(1)
  gates[0]?.()
  await first
  const api = supervisor.process('api-1')
  await api.kill('SIGKILL')
  // It is being started again, and has not come as far as its process.
  await expect.poll(() => gates).toHaveLength(2)
  const restarted = api.restart()
  const again = expect(api.restart()).rejects.toThrow('api-1 is running already')
  gates[1]?.()
  await expect.poll(() => gates).toHaveLength(3)
  await new Promise(setImmediate)
  // A third one who finds it down would start a second process beside the first.
  expect(api.state).toBe('starting')
  gates[2]?.()
  await restarted
  await again
  await supervisor.stop()
  const spawned = readFileSync(pids, 'utf8').trim().split(' ').map(Number)
  expect(spawned).toHaveLength(2)
  expect(spawned.filter(isAlive)).toEqual([])
})

test('a process that is not there is named with those that are', async () => {
  const { supervisor } = supervise()
  await supervisor.start(script('worker-1'))
  expect(() => supervisor.process('worker-9')).toThrow('there are worker-1')
})

function supervise(options: Partial<SupervisorOptions> = {}) {
  const home = temporaryHome()
  const supervisor = new Supervisor({
    home,
    terminal: silentTerminal,
    autoRestart: true,
    verbose: false,
    ...options,
  })
  onTestFinished(() => supervisor.stop())
  return { supervisor, home }
}

/** A program that runs the code, says "ready" and stays. */
function script(name: string, code = ''): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: ['-e', `${code}; console.log('ready'); setInterval(() => {}, 60_000)`],
    env: {},
    cwd: '/',
    ready: lineReady('ready'),
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
