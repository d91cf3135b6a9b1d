import { setTimeout as sleep } from 'node:timers/promises'

const LOOKS = 6
const PAUSE_MS = 600

/**
 * A commit stands before the workflow task that made it is over, and is in the history only then:
 * what looks wrong is looked at again, for longer than such a task goes on.
 */
export async function lookAgain<T>(
  look: () => Promise<T>,
  isRight: (seen: T) => boolean,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    const seen = await look()
    if (isRight(seen) || count === LOOKS) return seen
    await sleep(PAUSE_MS)
  }
}
