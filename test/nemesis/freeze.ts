import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What runs between two stops of a process that is made slow. */
const WORK_MS = 40

const frozen = new Set<number>()
// A stopped process hears no other signal: whoever ends this program would leave it behind.
process.once('exit', () => frozen.forEach((pid) => signal(pid, 'SIGCONT')))

/** Stops a process with all its children, which may lead groups of their own, as Postgres's do. */
export function freeze(pid: number): () => void {
  const stopped: number[] = []
  const stop = (one: number): void => {
    if (!signal(one, 'SIGSTOP')) return
    stopped.push(one)
    frozen.add(one)
    childrenOf(one).forEach(stop)
  }
  stop(pid)
  return () => {
    for (const one of stopped) {
      frozen.delete(one)
      signal(one, 'SIGCONT')
    }
  }
}

/** It gets on, but by a little at a time. */
export async function slowDown(
  pidOf: () => number | undefined,
  forMs: number,
  stopMs: number,
): Promise<void> {
  const end = Date.now() + forMs
  while (Date.now() < end) {
    const pid = pidOf()
    const thaw = pid === undefined ? undefined : freeze(pid)
    await sleep(stopMs)
    thaw?.()
    await sleep(WORK_MS)
  }
}

/** Where the kernel does not tell, a process is stopped alone. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  } catch {
    return []
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
