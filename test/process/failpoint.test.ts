import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { armFailpoints, failpoint, FailpointError } from '../../src/process/failpoint.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failpoint-'))
})

afterEach(() => {
  armFailpoints('')
  rmSync(folder, { recursive: true })
})

test('a fail point that is not armed does nothing', async () => {
  await failpoint('act.authorize.before_send')
  armFailpoints('act.capture.before_send=throw')
  await failpoint('act.authorize.before_send')
})

test('throw throws at every hit, throwOnce at the first only', async () => {
  armFailpoints('a=throw; b=throwOnce')
  await expect(failpoint('a')).rejects.toThrow(FailpointError)
  await expect(failpoint('a')).rejects.toThrow(FailpointError)
  await expect(failpoint('b')).rejects.toThrow(FailpointError)
  await failpoint('b')
})

test('@n acts at the n-th hit only', async () => {
  armFailpoints('a=throw@2')
  expect(await fired('a', 4)).toEqual([false, true, false, false])
})

test('#text acts for keys that start with it, and counts only their hits', async () => {
  armFailpoints('a=throw@2#pay-1')
  await failpoint('a', { key: 'pay-2' })
  await failpoint('a', { key: 'pay-1' })
  await failpoint('a')
  await expect(failpoint('a', { key: 'pay-1' })).rejects.toThrow('fail point a')
})

test('%p:seed acts with the given probability, the same way on every run', async () => {
  armFailpoints('a=throw%0.25:7')
  const first = await fired('a', 400)
  armFailpoints('a=throw%0.25:7')
  expect(await fired('a', 400)).toEqual(first)
  const share = first.filter(Boolean).length / 400
  expect(share).toBeGreaterThan(0.18)
  expect(share).toBeLessThan(0.32)
})

test('delay lets the process go on working, hang blocks it', async () => {
  armFailpoints('slow=delay(40);stuck=hang(40)')
  expect(await ticksDuring('slow')).toBeGreaterThan(0)
  expect(await ticksDuring('stuck')).toBe(0)
})

test('a text that cannot be read is refused', () => {
  expect(() => armFailpoints('a=explode')).toThrow('cannot read "a=explode"')
  expect(() => armFailpoints('a=delay')).toThrow('cannot read')
})

test('kill ends the process as SIGKILL does, after the log line is written', () => {
  const logFile = join(folder, 'fired.log')
  const result = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      `const { failpoint } = await import('./src/process/failpoint.ts')
       await failpoint('act.db.after_commit', { key: 'pay-1' })
       console.log('survived')`,
    ],
    {
      env: { ...process.env, FAILPOINTS: 'act.db.after_commit=kill', FAILPOINTS_LOG: logFile },
      encoding: 'utf8',
      timeout: 20_000,
    },
  )
  expect(result.signal).toBe('SIGKILL')
  expect(result.stdout).toBe('')
  expect(readFileSync(logFile, 'utf8')).toBe('act.db.after_commit kill pay-1\n')
})

async function fired(name: string, times: number): Promise<boolean[]> {
  const results: boolean[] = []
  for (let hit = 0; hit < times; hit += 1) {
    results.push(
      await failpoint(name).then(
        () => false,
        () => true,
      ),
    )
  }
  return results
}

async function ticksDuring(name: string): Promise<number> {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  await failpoint(name)
  clearInterval(timer)
  return ticks
}

test('a point in a folder acts once, in whichever process gets there first', async () => {
  armFailpoints(`folder:${folder}`)
  await failpoint('act.db.before_commit')
  writeFileSync(join(folder, 'act.db.before_commit'), 'throw')
  await expect(failpoint('act.db.before_commit')).rejects.toThrow(FailpointError)
  await failpoint('act.db.before_commit')
})

test('killTogether waits until everybody who is awaited has come, and all die at once', async () => {
  for (const point of ['first', 'second']) writeFileSync(join(folder, point), 'killTogether')
  const script = `const { failpoint } = await import('./src/process/failpoint.ts')
    setTimeout(() => failpoint('second'), 300)
    await failpoint('first')
    console.log('survived')`
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { env: { ...process.env, FAILPOINTS: `folder:${folder}` } },
  )
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  const [, signal] = (await once(child, 'exit')) as [unknown, string]
  expect({ signal, said }).toEqual({ signal: 'SIGKILL', said: '' })
  expect(existsSync(join(folder, 'second')), 'the second was there when the first died').toBe(false)
})
