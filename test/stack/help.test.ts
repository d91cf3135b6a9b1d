import { expect, test } from 'vitest'
import { asksForHelp, checkOptions, HELP } from '../../src/stack/help.ts'

test('help is asked for with either name', () => {
  expect(asksForHelp(['--help'])).toBe(true)
  expect(asksForHelp(['--verbose', '-h'])).toBe(true)
  expect(asksForHelp(['--verbose'])).toBe(false)
})

test('a mistyped option is refused with where to look', () => {
  expect(() => checkOptions(['--verbos'])).toThrow(/does not know --verbos.*--help/)
  expect(() => checkOptions(['--verbose'])).not.toThrow()
})

test('help has examples', () => {
  expect(HELP).toContain('Examples\n  npm start\n')
})
