import { createPace } from './pace.ts'
import { createPlaces } from './places.ts'
import type { Arrival, Leave } from './places.ts'

export interface AdmissionLimits {
  /** How many commands may be under way at once, at the most. */
  underWay: number
  /** How many more may wait for their turn. */
  waiting: number
}

/**
 * Lets a bounded number of commands be under way in this process, and a few more wait. Beyond that a
 * caller is turned away at once: work that cannot be done in time only slows down what can. Those who
 * wait come in turn by merchant, and a merchant with many of them gives way to one with few. Where
 * turns take long, fewer go at once.
 */
export interface Admission {
  /**
   * A place for a request with a command, from before it is judged until it is answered: what is let in here
   * finds its turn. Nothing, and counted, when there is none. Strangers have places of their own, so that
   * none of them stands in a merchant's way, whatever name is on the token that they made up.
   */
  arrive(arrival: Arrival): Leave | undefined
  /** Resolves when it is this command's turn; with nothing when it is turned away. */
  enter(merchantId: string): Promise<Leave | undefined>
  figures(): { underWay: number; waiting: number; turnedAway: number }
}

type Waiter = (leave: Leave | undefined) => void

export function createAdmission(limits: AdmissionLimits, now = () => performance.now()): Admission {
  // A map keeps its order: the merchant at its front is the next whose turn it is.
  const lines = new Map<string, Waiter[]>()
  const { mayGo, room, learn } = createPace(limits.underWay)
  const places = createPlaces(limits.underWay + limits.waiting, room)
  let [underWay, waiting, turnedAway] = [0, 0, 0]

  const take = (): Leave => {
    underWay += 1
    const since = now()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      learn(now() - since)
      underWay -= 1
      while (admitNext());
    }
  }

  /** True when somebody who waited has gone. */
  const admitNext = (): boolean => {
    const [first] = lines
    if (!first || underWay >= mayGo()) return false
    const [merchantId, line] = first
    const next = line.shift()
    lines.delete(merchantId)
    if (line.length > 0) lines.set(merchantId, line)
    waiting -= 1
    next?.(take())
    return true
  }

  const lengthOf = (merchantId: string): number => lines.get(merchantId)?.length ?? 0

  const isFullFor = (merchantId: string): boolean =>
    underWay >= mayGo() &&
    waiting >= limits.waiting &&
    (longestOf(lines)?.length ?? 0) <= lengthOf(merchantId) + 1

  const turnAway = (waiter: Waiter | undefined): void => {
    turnedAway += 1
    waiter?.(undefined)
  }

  return {
    arrive: (arrival) => {
      const leave = places.arrive(arrival)
      if (!leave) turnedAway += 1
      return leave
    },
    enter: (merchantId) => {
      if (underWay < mayGo()) return Promise.resolve(take())
      return new Promise((resolve) => {
        if (isFullFor(merchantId)) {
          turnAway(resolve)
          return
        }
        if (waiting >= limits.waiting) turnAway(longestOf(lines)?.pop())
        else waiting += 1
        lines.set(merchantId, [...(lines.get(merchantId) ?? []), resolve])
      })
    },
    figures: () => ({ underWay, waiting, turnedAway }),
  }
}

const longestOf = (lines: ReadonlyMap<string, Waiter[]>): Waiter[] | undefined =>
  [...lines.values()].reduce<Waiter[] | undefined>(
    (most, line) => (line.length > (most?.length ?? 0) ? line : most),
    undefined,
  )
