import { closedLoop } from './measure.ts'
import { persistently } from './shop.ts'
import type { World } from './world.ts'

export interface SettlementPace {
  lines: number
  settled: number
  differences: number
  linesPerSecond: number
}

/** One batch over every sale of the bench, and so many more that it has `lines` lines. */
export async function settlementPace({
  stack: { info },
  plain,
  options,
}: World): Promise<SettlementPace> {
  const operation = () => persistently(() => plain.sale())
  await closedLoop({ clients: 16, count: options.lines, operation })
  const begun = performance.now()
  const answer = await fetch(`${info.operator}/settlement/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.operatorToken}` },
  })
  const { lines, settled, differences } = (await answer.json()) as SettlementPace
  const seconds = (performance.now() - begun) / 1000
  return { lines, settled, differences, linesPerSecond: lines / seconds }
}
