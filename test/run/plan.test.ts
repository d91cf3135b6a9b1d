import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notEveryday } from './everyday.ts'
import { planRun } from './plan.ts'

const lanesOf = (args: string[], isCi = false) => planRun(args, isCi).lanes.map(({ name }) => name)

test('a run of everything has every project of the configuration in one lane', () => {
  const config = readFileSync('vitest.config.ts', 'utf8')
  const projects = [...config.matchAll(/ name: '([\w-]+)'/g)].map(([, name]) => name)
  const planned = planRun([], false).lanes.flatMap(({ args }) =>
    args.filter((arg) => arg !== '--project'),
  )
  expect(projects.length).toBeGreaterThan(6)
  expect(planned.toSorted()).toEqual(projects.toSorted())
})

test('only a run without arguments, and not on CI, is a short one', () => {
  expect(planRun([], false).env).toEqual({ TEST_SHORT: '1' })
  expect(planRun([], true).env).toEqual({})
  expect(planRun(['--all'], false).env).toEqual({})
  expect(planRun(['--long'], false).env).toEqual({ TEST_LONG: '1' })
})

test('everything that a short run leaves out is there, and the run says so', () => {
  const { note } = planRun([], false)
  for (const what of Object.keys(notEveryday)) expect(note).toContain(what)
  const named = Object.values(notEveryday)
    .flat()
    .filter((path) => !/[*!]/.test(path))
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('what is asked for by project or path is one process with just these arguments', () => {
  expect(planRun(['--project', 'unit'], false).lanes).toEqual([
    { name: 'asked', args: ['--project', 'unit'], after: [] },
  ])
  expect(lanesOf(['test/domain'])).toEqual(['asked'])
})

test('what changed is looked for among the quick kinds, and says what it leaves out', () => {
  const { lanes, note } = planRun(['--changed', 'main'], false)
  expect(lanes[0]?.args).toEqual([
    ...['--changed', 'main', '--project', 'unit', '--project', 'database', '--passWithNoTests'],
  ])
  expect(note).toContain('Left out: e2e, browser, attack and faults')
})

test('attacks are those of the folder and every proof that the findings name', () => {
  const [lane] = planRun(['--attacks'], false).lanes
  expect(lane?.args).toContain('test/attack/')
  expect(lane?.args).toContain('test/portal/own-environment.db.test.ts')
  expect(lane?.args.filter((path) => !existsSync(path))).toEqual([])
  const one = planRun(['--attacks', 'test/attack/lockout.test.ts'], false).lanes
  expect(one).toEqual([{ name: 'attacks', args: ['test/attack/lockout.test.ts'], after: [] }])
})
