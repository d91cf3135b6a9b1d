/** There is no place left to wait in: whoever comes now is told so at once. */
export class TooMany extends Error {}

export interface TurnLimits {
  atOnce: number
  /** How many may wait for a place. */
  waiting: number
  /** Of the time, how much may be spent in the long run; a burst is free. */
  share?: number
  burstMs?: number
}

/** So many at a time, the others in their order, and no more than there are places to wait in. */
export function createTurns({ atOnce, waiting: most, share = 1, burstMs = 0 }: TurnLimits) {
  const waiting: (() => void)[] = []
  const budget = createBudget(share, burstMs)
  let running = 0
  const next = () => {
    const first = waiting.shift()
    if (first) first()
    else running -= 1
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new TooMany('too many at once')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    const begun = performance.now()
    try {
      return await work()
    } finally {
      const restMs = budget.spend(performance.now() - begun)
      if (restMs === 0) next()
      else setTimeout(next, restMs).unref()
    }
  }
}

/** How long to rest after having worked for so long. */
function createBudget(share: number, burstMs: number) {
  let leftMs = burstMs
  let at = performance.now()
  return {
    spend: (ms: number): number => {
      const now = performance.now()
      leftMs = Math.min(burstMs, leftMs + (now - at) * share) - ms
      at = now
      return share >= 1 ? 0 : Math.max(0, -leftMs / share)
    },
  }
}
