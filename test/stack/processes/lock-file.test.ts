import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeLock } from '../../../src/stack/processes/lock-file.ts'
import { identify } from '../../../src/stack/processes/process-identity.ts'
import { temporaryHome } from '../temporary-home.ts'

test('a second taker is told who holds the lock', () => {
  const path = join(temporaryHome(), 'lock')
  const lock = takeLock(path)
  expect(takeLock(path)).toEqual({ heldBy: process.pid })
  if ('release' in lock) lock.release()
  expect(existsSync(path)).toBe(false)
})

test('the lock of a process that has ended is taken over', () => {
  const path = join(temporaryHome(), 'lock')
  const ended = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(path, JSON.stringify({ pid: ended.pid, startedAt: 'long ago' }))
  expect(takeLock(path)).toHaveProperty('release')
})

test('a lock whose pid now belongs to another process is taken over', () => {
  const path = join(temporaryHome(), 'lock')
  const self = identify(process.pid)
  writeFileSync(path, JSON.stringify({ ...self, startedAt: 'before the reboot' }))
  expect(takeLock(path)).toHaveProperty('release')
})

test('an unreadable lock does not block for ever', () => {
  const path = join(temporaryHome(), 'lock')
  writeFileSync(path, '')
  expect(takeLock(path)).toHaveProperty('release')
})
