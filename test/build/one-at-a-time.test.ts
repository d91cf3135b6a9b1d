import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from '../../src/build/one-at-a-time.ts'
import { temporaryHome } from '../stack/temporary-home.ts'

const NOBODY = 2 ** 22 + 1

test('one works after the other, and the second knows that it has waited', async () => {
  const file = join(temporaryHome(), 'cache/lock')
  const seen: string[] = []
  const work = (name: string) =>
    oneAtATime(file, async (hasWaited) => {
      seen.push(`${name} begins${hasWaited ? ', having waited' : ''}`)
      await sleep(300)
      seen.push(`${name} ends`)
    })
  await Promise.all([work('first'), work('second')])
  expect(seen).toEqual([
    'first begins',
    'first ends',
    'second begins, having waited',
    'second ends',
  ])
  expect(existsSync(file)).toBe(false)
})

test('who is no longer there holds up nobody, and a failure neither', async () => {
  const file = join(temporaryHome(), 'lock')
  writeFileSync(file, JSON.stringify({ pid: NOBODY, startedAt: '0' }))
  await expect(oneAtATime(file, () => Promise.reject(new Error('no disk')))).rejects.toThrow(
    'no disk',
  )
  expect(existsSync(file)).toBe(false)
})
