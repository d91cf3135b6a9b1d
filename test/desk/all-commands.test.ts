import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allCommands } from '../../src/desk/all-commands.ts'
import { commandPaths, program } from '../support/command-paths.ts'

const lineOf = (path: string): Command =>
  path
    .split(' ')
    .reduce((one, name) => one.commands.find((next) => next.name() === name) ?? one, program)

const optionsOf = (path: string) => lineOf(path).options.map(({ long }) => long)

/** What changes something without a token: it ends tokens, and runs beside the database. */
const withoutToken = ['operators disable']

test('every command of the desk is on the command line, by its name and its words', () => {
  const paths = commandPaths()
  for (const { name, description } of allCommands) {
    expect(paths).toContain(name)
    expect(lineOf(name).description(), name).toBe(description)
  }
  expect(new Set(allCommands.map(({ name }) => name)).size).toBe(allCommands.length)
})

test('of every command it is said why so many people are enough', () => {
  for (const { name, because } of allCommands) expect(because.length, name).toBeGreaterThan(10)
})

test('what needs two people says who asks, and why', () => {
  for (const { name } of allCommands.filter(({ people }) => people === 'two'))
    expect(optionsOf(name), name).toEqual(expect.arrayContaining(['--by', '--reason']))
})

test('what is no command of the desk takes no name', () => {
  const names = allCommands.map(({ name }) => name)
  const others = commandPaths().filter((path) => !names.includes(path))
  expect(others).toEqual(expect.arrayContaining(withoutToken))
  for (const path of others) expect(optionsOf(path), path).not.toContain('--by')
})

test('each example is what the schema takes, and every member says what it is for', () => {
  for (const { name, input, examples } of allCommands) {
    expect(examples.length, name).toBeGreaterThan(0)
    for (const example of examples) expect(input.safeParse(example).error, name).toBeUndefined()
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
    for (const [member, schema] of Object.entries(properties)) {
      const { description = '' } = schema as { description?: string }
      expect(description.length, `${name} ${member}`).toBeGreaterThan(4)
    }
  }
})
