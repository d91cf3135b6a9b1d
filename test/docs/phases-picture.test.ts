import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { page, pageWithPhases } from './phases-picture.ts'

test('the picture of all phases is what the operations say now', () => {
  const text = readFileSync(page, 'utf8')
  expect(text).toBe(pageWithPhases(text))
})
