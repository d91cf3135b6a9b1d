import { expect, test } from 'vitest'
import { shortId, table } from '../../src/cli/table.ts'

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

test('for eyes a time is how long ago it was', () => {
  const rows = [['one', new Date(Date.now() - 3 * 60_000)]]
  expect(table(['name', 'at'], rows, 80).split('\n').at(-1)).toBe('one   3 min ago')
  const ahead = [['one', new Date(Date.now() + 29.5 * 86_400_000)]]
  expect(table(['name', 'due'], ahead, 80).split('\n').at(-1)).toBe('one   in 29 d')
})

test('for eyes the id of a payment is as long as commands need it; a pipe gets the whole', () => {
  const id = 'kglagjlfeydqcncfgeftzxdbwzq'
  expect(shortId(id)).toBe(id)
  const { isTTY, columns } = process.stdout
  Object.assign(process.stdout, { isTTY: true, columns: 80 })
  try {
    expect(shortId(id)).toBe('kglagjlfeydq')
  } finally {
    Object.assign(process.stdout, { isTTY, columns })
  }
})

test('what others wrote neither commands the terminal nor makes a row of its own', () => {
  const written = '\u001b]0;title\u0007\u009b2Jpaid\npayment  COMPLETED'
  const lines = table(['reference'], [[written]]).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toMatch(/\p{Cc}/u)
})
