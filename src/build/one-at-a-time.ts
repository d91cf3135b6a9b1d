import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '../stack/processes/lock-file.ts'

const LOOK_AGAIN_MS = 200

/** Lets one process work at a time; whoever has waited is told so. */
export async function oneAtATime(
  file: string,
  work: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  let lock = takeLock(file)
  const hasWaited = 'heldBy' in lock
  for (; 'heldBy' in lock; lock = takeLock(file)) await sleep(LOOK_AGAIN_MS)
  try {
    await work(hasWaited)
  } finally {
    lock.release()
  }
}
