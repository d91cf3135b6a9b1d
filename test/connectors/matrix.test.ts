import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matrix } from '../../src/connectors/matrix.ts'
import { connectors } from '../../src/connectors/registry.ts'

test('every instrument has a row, and a provider that this build knows or none', () => {
  expect(matrix).toHaveLength(11)
  const known = connectors.map(({ kind, name }) => `${kind} ${name}`)
  expect(known).toEqual(expect.arrayContaining(matrix.flatMap(({ providers }) => providers)))
})

test('the page of providers shows the table as it is', () => {
  expect(readFileSync('docs/providers.md', 'utf8')).toContain(`\n${page()}\n`)
})

test('README shows who takes what, and on what agreement', () => {
  const rows = matrix.map(({ instrument, providers, agreement }) =>
    [`\`${instrument}\``, takenBy(providers), agreement].join(' | '),
  )
  const head = ['| Instrument | Taken by | On what agreement |', '|---|---|---|']
  const table = [...head, ...rows.map((row) => `| ${row} |`)].join('\n')
  expect(readFileSync('README.md', 'utf8')).toContain(`\n${table}\n`)
})

test('nobody takes only what a merchant certifies with a network for', () => {
  const nobody = matrix.filter(({ providers }) => providers.length === 0)
  for (const { agreement } of nobody) expect(agreement).toMatch(/^certification with /)
})

const takenBy = (providers: readonly string[]): string =>
  providers.map((one) => `\`${one}\``).join(', ') || 'nobody'

/** As it stands in docs/providers.md. */
const page = (): string =>
  [
    '| Instrument | Taken by | On what agreement | Proven against | Open |',
    '|---|---|---|---|---|',
    ...matrix.map(({ instrument, providers, agreement, proven, open }) => {
      const cells = [
        `\`${instrument}\``,
        takenBy(providers),
        agreement,
        proven,
        open || 'nothing known',
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ].join('\n')
