import { setTimeout as sleep } from 'node:timers/promises'

/** A machine that does much else at once is slow, and that is no mistake. */
const PATIENCE_MS = 150_000

/** Reads again and again until what was read is as wanted; says what it last saw when it never is. */
export async function until<T>(
  what: string,
  read: () => Promise<T>,
  isReached: (value: T) => boolean,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.5, 400)) {
    const value = await read()
    if (isReached(value)) return value
    if (Date.now() > end) {
      const seen = JSON.stringify(value)
      throw new Error(`${what}: not reached in ${timeoutMs} ms; last seen ${seen.slice(0, 1500)}`)
    }
    await sleep(pauseMs)
  }
}
