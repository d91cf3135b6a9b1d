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

/** As it stands in docs/providers.md. */
const page = (): string =>
  [
    '| Instrument | Taken by | On what agreement | Proven against | Open |',
    '|---|---|---|---|---|',
    ...matrix.map(({ instrument, providers, agreement, proven, open }) => {
      const taken = providers.map((one) => `\`${one}\``).join(', ') || 'nobody'
      const cells = [`\`${instrument}\``, taken, agreement, proven, open || 'nothing known']
      return `| ${cells.join(' | ')} |`
    }),
  ].join('\n')
