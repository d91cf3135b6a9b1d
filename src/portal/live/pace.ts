/** One after another with a pause between them; who waits already waits once. */
export function createPace<T>(pauseMs: number, work: (one: T) => void) {
  const waiting = new Set<T>()
  let resting: NodeJS.Timeout | undefined
  const next = (): void => {
    resting = undefined
    const [first] = waiting
    if (first === undefined) return
    waiting.delete(first)
    resting = setTimeout(next, pauseMs)
    work(first)
  }
  return {
    add: (one: T) => {
      waiting.add(one)
      if (resting === undefined) next()
    },
    stop: () => {
      clearTimeout(resting)
      waiting.clear()
    },
  }
}
