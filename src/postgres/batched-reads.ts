import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 5
const MOST = 500

interface Asked<R> {
  answer: (found: R | undefined) => void
  fail: (error: unknown) => void
}

/**
 * One reader for everybody: the first question is asked at once, and what comes while it is under way,
 * or right after it, becomes one question together. A thousand who wait cost what a few do.
 */
export function createBatchedReads<K, R>(readAll: (keys: K[]) => Promise<[K, R][]>) {
  const waiting = new Map<K, Asked<R>[]>()
  let isReading = false

  const readOnce = async (): Promise<void> => {
    const batch = [...waiting].slice(0, MOST)
    for (const [key] of batch) waiting.delete(key)
    try {
      const found = new Map(await readAll(batch.map(([key]) => key)))
      for (const [key, all] of batch) for (const { answer } of all) answer(found.get(key))
    } catch (error) {
      for (const [, all] of batch) for (const { fail } of all) fail(error)
    }
  }

  const readOn = async (): Promise<void> => {
    isReading = true
    while (waiting.size > 0) {
      await readOnce()
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
    isReading = false
  }

  return (key: K): Promise<R | undefined> =>
    new Promise((answer, fail) => {
      const asked = waiting.get(key) ?? []
      waiting.set(key, [...asked, { answer, fail }])
      if (!isReading) void readOn()
    })
}
