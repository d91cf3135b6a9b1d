import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/fail-points.md', 'utf8')
const code = execFileSync('git', ['ls-files', 'src', 'workflows', 'activities', 'worker'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && file !== 'src/process/failpoint.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('the page lists every fail point of the code, and no other', () => {
  const inCode = [...code.matchAll(/failpoint\(\s*['`]([^'`]+)['`]/g)].map(([, name = '']) =>
    name.replace(/^api\.\$\{[^}]+\}/, 'api.<command>').replace(/^act\.\$\{[^}]+\}/, 'act.<step>'),
  )
  const onPage = [...page.matchAll(/^\| `((?:api|act|notify)\.[^`]+)`/gm)].map(([, name]) => name)
  expect(inCode.length).toBeGreaterThan(10)
  expect([...new Set(onPage)].sort()).toEqual([...new Set(inCode)].sort())
})

test('the page lists every step that a provider is called for', () => {
  const literal = [
    ...code.matchAll(/step: '(\w+)'|\bcall(?:<[^(]+>)?\(\s*request,\s*'(\w+)'/g),
  ].map(([, first, second]) => first ?? second)
  const followUps = [...code.matchAll(/followUp\(deps, '(\w+)'/g)].map(([, step]) => step)
  const onPage = [...page.matchAll(/^\| [^|`]+ \| (`[^|]+) \|$/gm)].flatMap(([, steps = '']) =>
    [...steps.matchAll(/`(\w+)`/g)].map(([, step]) => step),
  )
  expect(onPage.sort()).toEqual([...new Set([...literal, ...followUps])].sort())
})
