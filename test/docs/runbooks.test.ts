import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { commandPaths } from '../support/command-paths.ts'

interface Rule {
  alert: string
  labels: { severity: string }
}

const page = readFileSync('docs/operators/runbooks.md', 'utf8')
const { groups } = parse(readFileSync('docs/operators/alerts.yml', 'utf8')) as {
  groups: { rules: Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const sections = page.split(/^## /m).slice(1)

test('every alarm has a runbook, and every runbook an alarm', () => {
  const titles = sections.map((section) => section.split('\n')[0])
  expect(titles.sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

test.for(rules.map(({ alert, labels }) => [alert, labels.severity] as const))(
  'the runbook of %s says how bad it is, and what to do',
  ([alert, severity]) => {
    const [, text = ''] =
      sections.map((one) => one.split(/\n\n(.*)/s)).find(([t]) => t === alert) ?? []
    expect(text.toLowerCase()).toMatch(new RegExp(`^${severity}\\.`))
    expect(text.length).toBeGreaterThan(100)
  },
)

test('a runbook names only commands that there are', () => {
  for (const [, line = ''] of page.matchAll(/`tollgate ([a-z][^`]*)`/g))
    expect(
      commandPaths().some((path) => `${line} `.startsWith(`${path} `)),
      line,
    ).toBe(true)
})
