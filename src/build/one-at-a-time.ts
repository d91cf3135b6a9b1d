import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 200

/**
 * Lets one process work at a time, as the file tells who it is; whoever has waited is told so. A file that
 * somebody has left who is no longer there counts for nothing.
 */
export async function oneAtATime(
  file: string,
  work: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  let hasWaited = false
  while (!take(file)) {
    hasWaited = true
    if (isLeft(file)) rmSync(file, { force: true })
    else await sleep(LOOK_AGAIN_MS)
  }
  try {
    await work(hasWaited)
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isLeft(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')) || process.pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
