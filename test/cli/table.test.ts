import { expect, test } from 'vitest'
import { table } from '../../src/cli/table.ts'

test('columns are as wide as what is in them, numbers stand to the right', () => {
  const rows = [
    ['one', 1, new Date('2026-01-31T12:00:00Z')],
    ['a longer one', 12_345, null],
  ]
  expect(table(['name', 'count', 'at'], rows)).toBe(
    [
      'name          count  at',
      '────────────  ─────  ────────────────────',
      'one               1  2026-01-31T12:00:00Z',
      'a longer one  12345',
    ].join('\n'),
  )
})

test('no rows leave the headings', () => {
  expect(table(['name'], [])).toBe('name\n────')
})
