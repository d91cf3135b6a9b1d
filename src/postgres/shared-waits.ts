/**
 * Many who wait for the same thing wait together: a payer's page with a hundred tabs costs the
 * database what one tab does. Each still leaves when its own time is up.
 */
export function createSharedWaits<T>() {
  const underWay = new Map<string, Promise<T | undefined>>()

  const begin = (key: string, wait: () => Promise<T | undefined>): Promise<T | undefined> => {
    const waiting = wait().finally(() => underWay.delete(key))
    underWay.set(key, waiting)
    return waiting
  }

  return {
    async join(
      key: string,
      timeoutMs: number,
      wait: (timeoutMs: number) => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const end = Date.now() + timeoutMs
      for (;;) {
        const leftMs = Math.max(0, end - Date.now())
        const shared = underWay.get(key) ?? begin(key, () => wait(leftMs))
        const found = await within(shared, leftMs)
        if (found !== undefined || Date.now() >= end) return found
      }
    },
  }
}

async function within<T>(waiting: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([waiting, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
