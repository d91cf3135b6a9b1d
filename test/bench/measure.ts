import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  clients: number
  /** None begins after so long; else until `count` are done. */
  seconds?: number
  count?: number
  /** May return `{ answeredAt }`, when its caller was answered before its end. */
  operation: (index: number) => Promise<unknown>
}

export interface Measured {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** To the answer, where the operation goes on after it. */
  answerP50: number
  answerP95: number
  done: number
  /** Turned away for now (503), and how long that took. */
  turnedAway: number
  turnedAwayP95: number
  failures: number
  firstFailure?: string
}

/** The other side has asked to come again later. */
export class TurnedAway extends Error {
  readonly afterMs: number
  /** Before anything was read; else it was taken, and its time was over before its turn came. */
  readonly isAtTheDoor: boolean

  constructor(afterMs: number, isAtTheDoor = true) {
    super('turned away')
    this.afterMs = afterMs
    this.isAtTheDoor = isAtTheDoor
  }
}

/** So many clients, each beginning its next operation when the one before has ended. */
export async function closedLoop(load: Load): Promise<Measured> {
  const { clients, operation, count = Infinity, seconds } = load
  const book = createBook()
  const end = seconds === undefined ? Infinity : performance.now() + seconds * 1000
  let next = 0
  const client = async () => {
    for (let index = next++; index < count && performance.now() < end; index = next++)
      await book.enter(() => operation(index))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return book.summarize()
}

/** So many a second, whether or not those before have ended. */
export async function openLoop(load: {
  perSecond: number
  seconds: number
  operation: () => Promise<unknown>
}): Promise<Measured> {
  const book = createBook()
  const begun = performance.now()
  const under: Promise<void>[] = []
  for (let index = 0; index < load.perSecond * load.seconds; index += 1) {
    await sleep(Math.max(0, begun + (index * 1000) / load.perSecond - performance.now()))
    under.push(book.enter(load.operation))
  }
  await Promise.all(under)
  return book.summarize()
}

/** What becomes of operations, and how long each took. */
function createBook() {
  const begun = performance.now()
  const finished: Finished[] = []
  const turnedAway: number[] = []
  const failures: string[] = []
  return {
    enter: async (operation: () => Promise<unknown>): Promise<void> => {
      const from = performance.now()
      try {
        const result = await operation()
        const at = performance.now()
        finished.push({ ms: at - from, answerMs: (answeredAt(result) ?? at) - from })
      } catch (error) {
        if (!(error instanceof TurnedAway)) return void failures.push(String(error))
        turnedAway.push(performance.now() - from)
        await sleep(error.afterMs)
      }
    },
    summarize: () => summarize(finished, performance.now() - begun, { turnedAway, failures }),
  }
}

const answeredAt = (result: unknown): number | undefined =>
  (result as { answeredAt?: number } | undefined)?.answeredAt

interface Finished {
  ms: number
  answerMs: number
}

function summarize(
  finished: readonly Finished[],
  tookMs: number,
  { turnedAway, failures }: { turnedAway: number[]; failures: string[] },
): Measured {
  const whole = percentiles(finished.map(({ ms }) => ms))
  const answer = percentiles(finished.map(({ answerMs }) => answerMs))
  return {
    perSecond: finished.length / (tookMs / 1000),
    ...whole,
    answerP50: answer.p50,
    answerP95: answer.p95,
    done: finished.length,
    turnedAway: turnedAway.length,
    turnedAwayP95: percentiles(turnedAway).p95,
    failures: failures.length,
    ...(failures[0] !== undefined && { firstFailure: failures[0] }),
  }
}

/** How many there were and how long they took, in the middle, but for one of a hundred, and at the most. */
export interface Spread {
  count: number
  p50: number
  p99: number
  most: number
}

export function spreadOf(values: readonly number[]): Spread {
  const { p50, p99 } = percentiles(values)
  return {
    count: values.length,
    p50,
    p99,
    most: values.reduce((most, one) => Math.max(most, one), 0),
  }
}

export function percentiles(values: readonly number[]): Record<'p50' | 'p95' | 'p99', number> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
