/** How long one who joins stays, and what makes it leave before: its caller hung up. */
export interface Stay {
  timeoutMs: number
  signal?: AbortSignal | undefined
}

interface Shared<T> {
  found: Promise<T | undefined>
  joined: number
  nobody: AbortController
}

/**
 * Many who wait for the same thing wait together: a payer's page with a hundred tabs costs the
 * database what one tab does. Each still leaves when its own time is up, and the last ends the wait.
 */
export function createJointWaits<T>() {
  const underWay = new Map<string, Shared<T>>()

  const forget = (key: string, shared: Shared<T>): void => {
    if (underWay.get(key) === shared) underWay.delete(key)
  }

  const begin = (key: string, wait: (signal: AbortSignal) => Promise<T | undefined>): Shared<T> => {
    const nobody = new AbortController()
    const found = wait(nobody.signal).finally(() => {
      forget(key, shared)
    })
    const shared: Shared<T> = { found, joined: 0, nobody }
    underWay.set(key, shared)
    return shared
  }

  const leave = (key: string, shared: Shared<T>): void => {
    shared.joined -= 1
    if (shared.joined > 0) return
    forget(key, shared)
    shared.nobody.abort()
  }

  return {
    async join(
      key: string,
      { timeoutMs, signal }: Stay,
      wait: (timeoutMs: number, signal: AbortSignal) => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const end = Date.now() + timeoutMs
      for (;;) {
        if (signal?.aborted) return undefined
        const leftMs = Math.max(0, end - Date.now())
        const shared = underWay.get(key) ?? begin(key, (nobody) => wait(leftMs, nobody))
        shared.joined += 1
        const found = await within(shared.found, { timeoutMs: leftMs, signal }).finally(() => {
          leave(key, shared)
        })
        if (found !== undefined || Date.now() >= end) return found
      }
    },
  }
}

async function within<T>(waiting: Promise<T>, { timeoutMs, signal }: Stay): Promise<T | undefined> {
  let leave: () => void = () => undefined
  const left = new Promise<undefined>((resolve) => {
    leave = () => {
      resolve(undefined)
    }
  })
  const timer = setTimeout(leave, timeoutMs)
  signal?.addEventListener('abort', leave)
  try {
    return await Promise.race([waiting, left])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
