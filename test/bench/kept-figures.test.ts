import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plotFigures, readFigures } from './kept-figures.ts'

const document = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')
const [, page = ''] = document.split('<!-- bench: begin -->')

test('the picture of the bench is drawn from the figures that were kept', async () => {
  await expect(plotFigures(readFigures())).toMatchFileSnapshot('../../docs/pictures/bench.svg')
})

test('the figures that were kept are those of the page', () => {
  const { sale, capture, refund } = readFigures()
  const rows = [
    ...Object.entries(sale).map(([clients, at]) => ({ row: `| ${clients} | `, at })),
    ...Object.entries(capture).map(([clients, at]) => ({ row: `| capture | ${clients} | `, at })),
    ...Object.entries(refund).map(([clients, at]) => ({ row: `| refund | ${clients} | `, at })),
  ]
  for (const { row, at } of rows) {
    const [pace = '', p50, p95] = page.slice(page.indexOf(row) + row.length).split(' | ')
    expect([parseFloat(pace), Number(p50), Number(p95)], row).toEqual([
      at.perSecond,
      at.p50,
      at.p95,
    ])
  }
})
