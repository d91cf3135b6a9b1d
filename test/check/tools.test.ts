import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toolsFor } from './tools.ts'

test('every tool of the check is installed', () => {
  const programs = toolsFor([], '/cache', {}).map(({ command }) => command[0] ?? '')
  expect(programs.length).toBe(6)
  expect(programs.filter((program) => !existsSync(program))).toEqual([])
})

test('on CI and with --all nothing is remembered', () => {
  const remembered = (args: string[], env: Record<string, string>) =>
    toolsFor(args, '/cache', env).filter(({ command, stamp = '' }) =>
      [...command, stamp].join(' ').includes('/cache'),
    )
  expect(remembered([], {})).toHaveLength(5)
  expect(remembered([], { CI: 'true' })).toEqual([])
  expect(remembered(['--all'], {})).toEqual([])
})

test('one of them can be asked for; a name that is none of them is told', () => {
  expect(toolsFor(['types'], '/cache', {}).map(({ name }) => name)).toEqual(['types'])
  expect(() => toolsFor(['style'], '/cache', {})).toThrow('There is no check "style"')
})
