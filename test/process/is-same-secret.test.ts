import { expect, test } from 'vitest'
import { isSameSecret } from '../../src/process/is-same-secret.ts'

test.each([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['secret', '', false],
  ['secret', 'secret and more', false],
  // As many letters, more bytes.
  ['abc', 'abć', false],
])('%s is told apart from %s', (known, given, isSame) => {
  expect(isSameSecret(known, given)).toBe(isSame)
})
