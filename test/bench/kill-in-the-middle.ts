import { setTimeout as sleep } from 'node:timers/promises'
import { aftermathOf, verdictOf } from './aftermath.ts'
import type { Aftermath, Order, Verdict } from './aftermath.ts'
import { closedLoop } from './measure.ts'
import { orderOf } from './till.ts'
import type { Till } from './till.ts'

interface Killing {
  clients: number
  count: number
  /** Sends the signal at once; resolves when it is being started again. */
  kill: () => Promise<unknown>
  boundSeconds?: number
}

export interface Killed extends Aftermath {
  /** Orders under way when it died. */
  underWay: number
  /** Orders whose merchant had no answer, and asked again. */
  askedAgain: number
  /** Seconds from its death until an order that came later was paid; NaN: never. */
  servesAfter: number
  /** Until all that were under way were right, without a person; NaN: not within the bound. */
  rightAfter: number
  /** From when it could be reached again. */
  boundSeconds: number
}

interface Entry {
  order: Order
  paidAt: number
  askedAgain: boolean
}

/** A start takes long on a busy machine; a merchant who gives up before it would find nothing out. */
const PATIENCE_MS = 300_000
/** So soon somebody who could not be reached is asked again. */
const PAUSE_MS = 200
/** Each look at the books costs who keeps them a request. */
const LOOK_AGAIN_MS = 1_000

/** What is left of so many payments when the process dies in the middle of them. */
export async function killInTheMiddle(till: Till, killing: Killing): Promise<Killed> {
  const { clients, count, kill, boundSeconds = 120 } = killing
  const middle = Math.floor(count / 2)
  const entries: Entry[] = []
  // Who cannot be reached says nothing.
  const judge = ({ order, paidAt }: Entry): Promise<Verdict> =>
    till.takingsOf(order).then(
      (takings) => verdictOf(order, takings, !Number.isNaN(paidAt)),
      () => 'unknown',
    )
  const die = async () => {
    const underWay = entries.filter(({ paidAt }) => Number.isNaN(paidAt))
    const diedAt = performance.now()
    await kill()
    await reachable(() => till.takingsOf(orderOf(0)))
    const end = performance.now() + boundSeconds * 1000
    const rightAt = await whenRight(underWay, judge, end)
    return { underWay: underWay.length, diedAt, rightAt }
  }
  let death: ReturnType<typeof die> | undefined
  const operation = (number: number) => {
    if (number === middle) death = die()
    const entry = { order: orderOf(number), paidAt: NaN, askedAgain: false }
    entries.push(entry)
    return insist(till, entry)
  }
  await closedLoop({ clients, count, operation })
  const { underWay = 0, diedAt = NaN, rightAt = NaN } = (await death) ?? {}
  const verdicts: Verdict[] = []
  const look = async (number: number) => {
    const entry = entries[number]
    if (entry) verdicts.push(await judge(entry))
  }
  await closedLoop({ clients, count, operation: look })
  const servedAt = entries.slice(middle).flatMap(({ paidAt }) => (paidAt > 0 ? [paidAt] : []))
  return {
    underWay,
    askedAgain: entries.filter(({ askedAgain }) => askedAgain).length,
    servesAfter: servedAt.length > 0 ? (Math.min(...servedAt) - diedAt) / 1000 : NaN,
    rightAfter: (rightAt - diedAt) / 1000,
    boundSeconds,
    ...aftermathOf(verdicts),
  }
}

/** As a careful merchant does it: until the order is known, and never under another key. */
async function insist(till: Till, entry: Entry): Promise<void> {
  const { order } = entry
  const end = performance.now() + PATIENCE_MS
  try {
    await till.pay(order)
    entry.paidAt = performance.now()
    return
  } catch {
    entry.askedAgain = true
  }
  while (performance.now() < end) {
    await sleep(PAUSE_MS)
    const isPaid = await till.askAgain(order).catch(() => undefined)
    if (isPaid) entry.paidAt = performance.now()
    if (isPaid !== undefined) return
  }
}

async function reachable(ask: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  const isSo = () =>
    ask().then(
      () => true,
      () => false,
    )
  while (!(await isSo()) && performance.now() < end) await sleep(PAUSE_MS)
}

/** The moment from which all of them are right, or NaN. */
async function whenRight(
  entries: readonly Entry[],
  judge: (entry: Entry) => Promise<Verdict>,
  end: number,
): Promise<number> {
  let left = [...entries]
  while (performance.now() < end) {
    const verdicts = await Promise.all(left.map(judge))
    left = left.filter((_, index) => verdicts[index] !== 'right')
    if (left.length === 0) return performance.now()
    await sleep(LOOK_AGAIN_MS)
  }
  return NaN
}
