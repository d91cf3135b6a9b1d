import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Gives way to the other programs of this machine, by as much as `niceness` says, and never asks for more
 * than the process was started with. Linux asks for three things: each thread has a niceness of its own,
 * threads that run already do not follow the first one, and where sessions are scheduled as groups only
 * the niceness of the group counts between them.
 */
export function lowerPriority(niceness: number): void {
  for (const thread of ownThreads()) {
    try {
      setPriority(thread, Math.max(niceness, getPriority(thread)))
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SYSTEM_ERROR') throw error // it has ended
    }
  }
  if (isOwnSession()) lowerSession(niceness)
}

function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid] // elsewhere a process has one niceness for all of its threads
  }
}

/** Programs that share a session with us must not be slowed down along with us. */
function isOwnSession(): boolean {
  try {
    const [, , , session] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(session) === process.pid
  } catch {
    return false
  }
}

function lowerSession(niceness: number): void {
  const group = '/proc/self/autogroup'
  try {
    const now = Number(/nice (-?\d+)/.exec(readFileSync(group, 'utf8'))?.[1] ?? 0)
    if (now < niceness) writeFileSync(group, String(niceness))
  } catch {
    // This kernel does not schedule by sessions.
  }
}
