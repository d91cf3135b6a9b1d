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

test('no line is wider than the terminal: the widest words give way, numbers never', () => {
  const rows = [['kglagjlfeydqcncfgeftzxdbwzq', 'COMPLETED', 12_345_678]]
  const lines = table(['payment', 'status', 'amount'], rows, 34).split('\n')
  expect(lines.at(-1)).toBe('kglagjlfeydq…  COMPLETED  12345678')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(34)
})
