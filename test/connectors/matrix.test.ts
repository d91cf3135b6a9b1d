import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matrix, matrixPage, strangersInMatrix } from '../../src/connectors/matrix.ts'

test('every instrument has a row, and a provider that this build knows or none', () => {
  expect(matrix).toHaveLength(11)
  expect(strangersInMatrix()).toEqual([])
})

test('the page of providers shows the table as it is', () => {
  expect(readFileSync('docs/providers.md', 'utf8')).toContain(`\n${matrixPage()}\n`)
})
