import { expect, test } from 'vitest'
import { readPage, readRuns, withTable } from './kept-runs.ts'
import type { KeptRun } from './kept-runs.ts'
import { earlierRow, plotRuns, readEarlierRuns } from './plot-runs.ts'

test('the page tells of every storm that was kept, and of no other', () => {
  expect(withTable(readPage(), readRuns())).toBe(readPage())
})

test('the picture of all storms is drawn from what was kept', async () => {
  await expect(plotRuns(readEarlierRuns(), readRuns())).toMatchFileSnapshot(
    '../../docs/pictures/storms.svg',
  )
})

test('of the storms before the checker was sharpened the page says what was kept', () => {
  const [, table = ''] = readPage().split('### Before the checker was sharpened')
  const rows = table.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows).toEqual(readEarlierRuns().map(earlierRow))
})

test('a storm is a row, and all of them together a sum', () => {
  const run: KeptRun = {
    on: '2026-01-02',
    seed: 7,
    minutes: 3,
    rate: 1_200,
    faultsPerMinute: 18,
    payments: 1_500,
    cards: 20,
    disputes: 7,
    commands: 4_000,
    faults: 50,
    violations: 0,
    clauses: [57, 58],
  }
  const page = withTable('before\n<!-- runs: begin -->\nold\n<!-- runs: end -->\nafter\n', [
    run,
    { ...run, seed: 8, sales: 75, violations: 2 },
  ])
  expect(page).toContain(
    '| 2026-01-02 | 8 | 3 | 1,200 payments (75 % plain sales), 18 faults | 1,500 | 20 | 7 | 4,000 | 50 | 57 of 58 | **2** |',
  )
  expect(page).toContain('Together 3,000 payments, 8,000 commands, 100 faults and 2 violations.')
  expect(page).not.toContain('old')
  expect([page.startsWith('before\n'), page.endsWith('after\n')]).toEqual([true, true])
})
