import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PidFile } from '../../../src/stack/processes/pid-file.ts'
import { temporaryHome } from '../temporary-home.ts'

test('a later start ends what an earlier one left running, last started first', async () => {
  const path = join(temporaryHome(), 'pids.json')
  const earlier = new PidFile(path)
  const children = [idle(), idle()]
  for (const [index, child] of children.entries()) earlier.add(`p${index}`, child.pid!, 'SIGTERM')

  expect(await new PidFile(path).endLeftovers()).toEqual(['p1', 'p0'])

  await Promise.all(children.map((child) => exitOf(child)))
  expect(children.map((child) => child.signalCode)).toEqual(['SIGTERM', 'SIGTERM'])
  expect(existsSync(path)).toBe(false)
})

test('a process that only inherited the number is left alone', async () => {
  const path = join(temporaryHome(), 'pids.json')
  const stranger = idle()
  new PidFile(path).add('worker-1', stranger.pid!, 'SIGTERM')
  const [recorded] = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify([{ ...recorded, startedAt: 'another time' }]))

  expect(await new PidFile(path).endLeftovers()).toEqual([])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a process that has ended is forgotten', () => {
  const path = join(temporaryHome(), 'pids.json')
  const pids = new PidFile(path)
  const child = idle()
  pids.add('worker-1', child.pid!, 'SIGTERM')
  pids.remove(child.pid!)
  expect(existsSync(path)).toBe(false)
})

function idle(): ChildProcess {
  const child = spawn('sleep', ['60'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve))
}
