/** There is no place left to wait in: whoever comes now is told so at once. */
export class TooMany extends Error {}

export interface TurnLimits {
  atOnce: number
  /** How many may wait for a place. */
  waiting: number
  /** How many of one line; all of them when there is one line only. */
  perLine?: number
  /** Of the time, how much may be spent in the long run; a burst is free. */
  share?: number
  burstMs?: number
}

/**
 * So many at a time, the others in their order, and no more than there are places to wait in. Lines take
 * turns, and where no place is left the longest gives way: nobody fills the room for all others.
 */
export function createTurns(limits: TurnLimits) {
  const { atOnce, waiting, perLine = waiting, share = 1, burstMs = 0 } = limits
  const lines = createLines({ waiting, perLine })
  const budget = createBudget(share, burstMs)
  let running = 0
  const next = () => {
    const first = lines.next()
    if (first) first.begin()
    else running -= 1
  }
  return async <Result>(work: () => Promise<Result>, line = ''): Promise<Result> => {
    if (running >= atOnce) await lines.join(line)
    else running += 1
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

interface Waiter {
  begin: () => void
  refuse: (error: TooMany) => void
}

function createLines({ waiting: most, perLine }: { waiting: number; perLine: number }) {
  // A map keeps its order: the line at its front is the next whose turn it is.
  const lines = new Map<string, Waiter[]>()
  let count = 0
  const longest = (): Waiter[] =>
    [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
  return {
    join: (name: string): Promise<void> =>
      new Promise((begin, refuse) => {
        const line = lines.get(name) ?? []
        const isFull = count >= most
        if (line.length >= perLine || (isFull && longest().length <= line.length + 1)) {
          refuse(new TooMany('too many at once'))
          return
        }
        if (isFull) longest().pop()?.refuse(new TooMany('too many at once'))
        else count += 1
        lines.set(name, [...line, { begin, refuse }])
      }),
    next: (): Waiter | undefined => {
      const [first] = lines
      if (!first) return undefined
      const [name, [waiter, ...others]] = first
      lines.delete(name)
      if (others.length > 0) lines.set(name, others)
      count -= 1
      return waiter
    },
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
