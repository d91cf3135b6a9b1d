import { expect, test } from 'vitest'
import { commandRules } from '../../src/cli/command-rules.ts'
import { commandPaths, program } from '../support/command-paths.ts'

const optionsOf = (path: string): (string | undefined)[] =>
  path
    .split(' ')
    .reduce((one, name) => one.commands.find((next) => next.name() === name) ?? one, program)
    .options.map(({ long }) => long)

test('of every command it is decided how many people it needs, and why', () => {
  expect(Object.keys(commandRules).sort()).toEqual(commandPaths().sort())
  for (const [path, { because }] of Object.entries(commandRules))
    expect(because.length, path).toBeGreaterThan(10)
})

test('what needs two people says who asks, and why', () => {
  const two = Object.entries(commandRules).filter(([, { people }]) => people === 'two')
  for (const [path] of two)
    expect(optionsOf(path), path).toEqual(expect.arrayContaining(['--by', '--reason']))
})

test('what only looks takes no name', () => {
  const looks = Object.entries(commandRules).filter(([, { because }]) => /looks/.test(because))
  for (const [path] of looks) expect(optionsOf(path), path).not.toContain('--by')
})
