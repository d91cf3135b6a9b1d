import { describe, expect, test } from 'vitest'
import { csvRow } from '../../../src/domain/texts/csv-row.ts'

/** Cells as a spreadsheet sees them that takes this for the separator, whatever it does with quotes. */
const cellsBy = (separator: string, line: string): string[] =>
  line.split(separator).map((cell) => cell.replace(/^[\s"]+/, ''))

describe('a cell that was written by a payer or merchant is never run', () => {
  test.for([
    '=HYPERLINK("https://evil.example","pay")',
    '+1+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    ' =1+1',
    '"=1+1',
    '\t=1+1',
    'order-1;=1+1',
    'order-1; =1+1',
    'order-1,=1+1',
    'order-1|=1+1',
    '\uFF1D1+1',
  ])('%j', (text) => {
    const line = csvRow(['1', text, '5.00']).trimEnd()
    for (const separator of [',', ';', '|'])
      for (const cell of cellsBy(separator, line)) expect(cell).not.toMatch(/^[=+@\-\uFF1D]/)
  })
})

test('what means nothing to a spreadsheet stays as it is, amounts too', () => {
  const cells = ['1', 'REFUND', 'order-1=2', 'a "b"', 'x;y', '-5.00', '0.30']
  expect(csvRow(cells)).toBe('1,REFUND,order-1=2,"a ""b""",x;y,-5.00,0.30\r\n')
})
