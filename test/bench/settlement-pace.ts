import { randomUUID } from 'node:crypto'
import { closedLoop, print } from './measure.ts'
import type { Shop } from './shop.ts'
import type { StackFile } from '../../src/stack/stack-file.ts'

/** One batch over every sale of the bench, and so many more that it has `lines` lines. */
export async function settlementPace(info: StackFile, shop: Shop, lines: number): Promise<void> {
  await closedLoop(32, lines, () => shop.completed(randomUUID()))
  const begun = performance.now()
  const answer = await fetch(`${info.operator}/settlement/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.operatorToken}` },
  })
  const report = (await answer.json()) as { lines: number; settled: number; differences: number }
  const seconds = (performance.now() - begun) / 1000
  print('One settlement batch', [
    {
      lines: report.lines,
      settled: report.settled,
      differences: report.differences,
      seconds,
      'lines per s': report.lines / seconds,
    },
  ])
}
