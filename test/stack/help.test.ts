import { expect, test } from 'vitest'
import {
  asksForHelp,
  checkClusterOptions,
  checkOptions,
  CLUSTER_HELP,
  HELP,
} from '../../src/stack/help.ts'

test('help is asked for with either name', () => {
  expect(asksForHelp(['--help'])).toBe(true)
  expect(asksForHelp(['--verbose', '-h'])).toBe(true)
  expect(asksForHelp(['--verbose'])).toBe(false)
})

test('a mistyped option is refused with where to look', () => {
  expect(() => checkOptions(['--verbos'])).toThrow(/does not know --verbos.*--help/)
  expect(() => checkOptions(['--verbose'])).not.toThrow()
})

test('a cluster knows one option more', () => {
  expect(() => checkClusterOptions(['--test'])).not.toThrow()
  expect(() => checkOptions(['--test'])).toThrow(/npm start does not know --test/)
  expect(() => checkClusterOptions(['--tset'])).toThrow(/npm run cluster does not know --tset/)
})

test('help has examples', () => {
  expect(HELP).toContain('Examples\n  npm start\n')
  expect(CLUSTER_HELP).toContain('Examples\n  npm run cluster\n')
})
