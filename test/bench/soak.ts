import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../src/stack/launch.ts'
import { rssMb } from './costs.ts'
import { closedLoop, spreadOf, TurnedAway } from './measure.ts'
import type { Measured, Spread } from './measure.ts'
import { createShop, persistently } from './shop.ts'
import type { Shop } from './shop.ts'

/** What each process held at one moment of a long load. */
export interface SoakPoint {
  second: number
  sales: number
  turnedAway: number
  rssMb: Record<string, number>
}

export interface Soak {
  points: SoakPoint[]
  measured: Measured
  /** Of all that found no place: how many, and how long it took them to hear so, in ms. */
  refusals: Spread
}

export interface SoakOptions {
  seconds: number
  clients: number
  openPayments: number
  everyMs?: number
}

const OPENERS = 16

/** Sales by so many clients for so long, beside open payments, and what the processes hold meanwhile. */
export async function soak(
  stack: Stack,
  { seconds, clients, openPayments, everyMs = 5_000 }: SoakOptions,
  say: (line: string) => void,
): Promise<Soak> {
  const shop = await createShop(stack.info, 1)
  const points: SoakPoint[] = []
  const refusals: number[] = []
  const begun = performance.now()
  let [sales, isOver] = [0, false]
  const look = () => {
    const point = {
      second: Math.round((performance.now() - begun) / 1000),
      sales,
      turnedAway: refusals.length,
      rssMb: memoryOf(stack),
    }
    points.push(point)
    say(csvRow(point))
  }
  look()
  say(`${openPayments} payments are opened …`)
  await openAll(shop, openPayments)
  look()
  const watching = (async () => {
    while (!isOver) {
      await sleep(everyMs)
      look()
    }
  })()
  const operation = async () => {
    const sold = await timed(() => shop.sale(), refusals)
    sales += 1
    return sold
  }
  const measured = await closedLoop({ clients, seconds, operation })
  isOver = true
  await watching
  return { points, measured, refusals: spreadOf(refusals) }
}

async function openAll(shop: Shop, count: number): Promise<void> {
  let left = count
  const opener = async () => {
    while (left-- > 0) await persistently(() => shop.openPayment())
  }
  await Promise.all(Array.from({ length: OPENERS }, opener))
}

/** How long it took to be turned away, if it was. */
async function timed<T>(operation: () => Promise<T>, refusals: number[]): Promise<T> {
  const from = performance.now()
  try {
    return await operation()
  } catch (error) {
    if (error instanceof TurnedAway && error.isAtTheDoor) refusals.push(performance.now() - from)
    throw error
  }
}

/** Of those that run; one that is being started again has none. */
const memoryOf = ({ processes }: Stack): Record<string, number> =>
  Object.fromEntries(
    processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, read(pid)]])),
  )

function read(pid: number): number {
  try {
    return Math.round(rssMb(pid))
  } catch {
    return 0
  }
}

export const csvHeader = ({ rssMb: memory }: SoakPoint): string =>
  ['second', 'sales', 'turned away', ...Object.keys(memory)].join()

export const csvRow = ({ second, sales, turnedAway, rssMb: memory }: SoakPoint): string =>
  [second, sales, turnedAway, ...Object.values(memory)].join()

export function toCsv(points: readonly SoakPoint[]): string {
  const [first] = points
  return first ? `${[csvHeader(first), ...points.map(csvRow)].join('\n')}\n` : ''
}

/** The first, the highest and the last of each process, as Markdown. */
export function soakMarkdown({ points, measured, refusals }: Soak): string {
  const names = Object.keys(points[0]?.rssMb ?? {})
  const valuesOf = (name: string) => points.map(({ rssMb: memory }) => memory[name] ?? 0)
  const last = points.at(-1)?.second ?? 0
  return [
    '| process | at first (MB) | most | in the end |',
    '| --- | --- | --- | --- |',
    ...names.map((name) => {
      const values = valuesOf(name)
      return `| ${name} | ${values[0] ?? 0} | ${Math.max(...values)} | ${values.at(-1) ?? 0} |`
    }),
    '',
    `${measured.done} sales in ${last} s (${measured.perSecond.toFixed(1)} a second), ${refusals.count} turned away at the door: ` +
      `p50 ${refusals.p50.toFixed(0)} ms, p99 ${refusals.p99.toFixed(0)} ms, at most ${refusals.most.toFixed(0)} ms; ` +
      `${measured.turnedAway - refusals.count} taken and not done in time; ${measured.failures} failed.`,
  ].join('\n')
}
