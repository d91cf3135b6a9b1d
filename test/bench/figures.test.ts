import { describe, expect, test } from 'vitest'
import { shareOfBest, toJson } from './figures.ts'
import type { Figures } from './figures.ts'
import { closedLoop, TurnedAway } from './measure.ts'
import type { Measured } from './measure.ts'
import { readOptions } from './options.ts'
import { toMarkdown } from './report.ts'
import { inTurns, ratioOf, spreadOf } from './rounds.ts'
import { counterOf } from './server-metrics.ts'
import { soakMarkdown, toCsv } from './soak.ts'
import { placed } from './write-table.ts'

const measured = (perSecond: number): Measured => ({
  perSecond,
  p50: 10,
  p95: 20,
  p99: 30,
  answerP50: 5,
  answerP95: 8,
  done: 100,
  turnedAway: 0,
  turnedAwayP95: NaN,
  failures: 0,
})
const rounds = (...paces: number[]) => paces.map(measured)
const salesAt = (clients: number, pace: number) => ({
  clients,
  sale: rounds(pace, pace * 2, pace * 3),
  floorB: rounds(pace, pace, pace),
  floorB2: rounds(pace * 4, pace * 4, pace * 4),
  cpu: { api: 30, postgres: 10, sandbox: 5 },
})
const figures: Figures = {
  sales: [salesAt(1, 10), salesAt(128, 8)],
  variants: {
    'without key, not told': rounds(1),
    'with a key': rounds(1),
    'told by a notification': rounds(1),
    'with a key, told': rounds(1),
  },
  commands: [
    { clients: 1, capture: rounds(8), refund: rounds(6), floorC: rounds(16), floorC2: rounds(10) },
  ],
  stored: {
    events: 14,
    workflowTasks: 2,
    historyBytes: 6000,
    statements: 18,
    transactions: 4,
    tableBytes: 7000,
    walBytes: 9000,
  },
  timeouts: { running: 1, waiting: 2 },
  lag: { salesPerSecond: 5, notifications: 9, p50: 40, p95: 150, p99: 200 },
  settlement: { lines: 100, settled: 100, differences: 0, linesPerSecond: 510 },
  besideOpen: [],
}

test('a ratio is made of neighbours in the same round, and its median is told with its spread', () => {
  const ours = rounds(10, 40, 9)
  expect(ratioOf(ours, rounds(10, 80, 10))).toEqual({ median: 0.9, least: 0.5, most: 1 })
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4 })
})

test('gateway and floor take turns', async () => {
  const order: string[] = []
  const run = (name: string) => async () => {
    order.push(name)
    return Promise.resolve(measured(1))
  }
  await inTurns(3, { a: run('a'), b: run('b') })
  expect(order.join('')).toBe('ababab')
})

test('who is turned away comes again later and is counted apart', async () => {
  let calls = 0
  const operation = () => {
    calls += 1
    return calls === 1 ? Promise.reject(new TurnedAway(1)) : Promise.resolve()
  }
  const result = await closedLoop({ clients: 1, count: 3, operation })
  expect(result).toMatchObject({ done: 2, turnedAway: 1, failures: 0 })
})

test('the JSON has the figures that programs look for', () => {
  expect(toJson(figures)).toEqual({
    sale: {
      1: { perSecond: 20, p50: 10, p95: 20, ratioB: 2, ratioB2: 0.5 },
      128: { perSecond: 16, p50: 10, p95: 20, ratioB: 2, ratioB2: 0.5 },
    },
    capture: { 1: { perSecond: 8, p50: 10, p95: 20, ratioC: 0.5, ratioC2: 0.8 } },
    refund: { 1: { perSecond: 6, p50: 10, p95: 20, ratioC: 0.375, ratioC2: 0.6 } },
    shareOfBestAt128: 0.8,
    cpuMsPerSale: 40,
    eventsPerSale: 14,
    workflowTaskTimeouts: 3,
    notificationP95Ms: 150,
    settlementLinesPerSecond: 510,
  })
  expect(shareOfBest([salesAt(1, 10)], 128)).toBeNaN()
})

test('the table shows medians with their spread', () => {
  expect(toMarkdown(figures)).toContain('| 1 | 20 (10–30) | 10 | 20 | 30 | 5 | 2 (1–3) |')
})

test("timed-out workflow tasks are counted from the server's own figures", () => {
  const text = [
    '# TYPE start_to_close_timeout counter',
    'start_to_close_timeout{namespace="default",operation="TimerActiveTaskWorkflowTaskTimeout"} 2',
    'start_to_close_timeout{namespace="other",operation="TimerActiveTaskWorkflowTaskTimeout"} 1',
    'start_to_close_timeout{namespace="default",operation="TimerActiveTaskActivityTimeout"} 7',
  ].join('\n')
  const labels = { operation: 'TimerActiveTaskWorkflowTaskTimeout' }
  expect(counterOf(text, 'start_to_close_timeout', labels)).toBe(3)
})

test('what cannot be read as an option is refused', () => {
  expect(() => readOptions(['--clients', 'many'], {})).toThrow('"many" is not a number')
  expect(readOptions(['--quick'], { BENCH_JSON: 'x' })).toMatchObject({ seconds: 2, jsonFile: 'x' })
  expect(readOptions(['--help'], {})).toBe('help')
})

test('the table takes the place of the one before in a document, and is the whole of another file', () => {
  const document = 'above\n<!-- bench: begin -->\nold\n<!-- bench: end -->\nbelow\n'
  const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->']
  const written = placed(document, '| new |\n')
  expect(written).toBe(`above\n${begin}\n\n| new |\n\n${end}\nbelow\n`)
  expect(placed(written, '| new |\n')).toBe(written)
  expect(placed('something else', '| new |\n')).toBe('| new |\n')
})

describe('a long load', () => {
  const point = (second: number, mb: number) => ({
    second,
    sales: second * 20,
    turnedAway: second,
    rssMb: { 'api-1': mb, 'worker-1': 200 },
  })
  const points = [point(0, 230), point(5, 410), point(10, 380)]

  test('is a curve for programs', () => {
    expect(toCsv(points)).toBe(
      'second,sales,turned away,api-1,worker-1\n0,0,0,230,200\n5,100,5,410,200\n10,200,10,380,200\n',
    )
  })

  test('says what each process held at first, at most and in the end', () => {
    const refusals = { count: 9, p50: 3, p99: 41.6, most: 77 }
    const told = soakMarkdown({ points, measured: { ...measured(20), turnedAway: 10 }, refusals })
    expect(told).toContain('| api-1 | 230 | 410 | 380 |')
    expect(told).toContain(
      '9 turned away at the door: p50 3 ms, p99 42 ms, at most 77 ms; 1 taken and not done in time',
    )
  })
})
