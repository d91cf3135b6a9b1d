import { expect, test } from 'vitest'
import { keepNewest } from '../../src/process/keep-newest.ts'

test('the oldest makes room, and what is put in again is new', () => {
  const memory = new Map<string, number>()
  for (const [at, key] of ['a', 'b', 'a', 'c'].entries()) keepNewest(memory, 2, [key, at])
  expect([...memory]).toEqual([
    ['a', 2],
    ['c', 3],
  ])
})
