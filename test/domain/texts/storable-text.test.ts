import { expect, test } from 'vitest'
import { isStorable, isStorableTarget } from '../../../src/domain/texts/storable-text.ts'

test('what Postgres takes can be stored', () => {
  expect(['', 'é😀', '\u0001'].map(isStorable)).toEqual([true, true, true])
  expect(['\0', '\ud83d', 'x\ude00'].map(isStorable)).toEqual([false, false, false])
})

test('a target is read as it will be decoded', () => {
  const good = ['/', '/a%20b?c=%E2%82%AC&d', '/a?b=%zz', '/a?']
  expect(good.map(isStorableTarget)).toEqual(good.map(() => true))
  const bad = ['/%00', '/a?b=%00', '/a?%00', '/%zz', '/%ff', '/a?b=?%00']
  expect(bad.map(isStorableTarget)).toEqual(bad.map(() => false))
})
