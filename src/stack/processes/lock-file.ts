import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf, StackFailure } from '../failure.ts'
import { identify, isAlive } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

export interface Lock {
  release(): void
}

/** Takes the lock, or answers who holds it. A lock whose holder has died is taken over. */
export function takeLock(path: string): Lock | { heldBy: number } {
  const self = identify(process.pid)
  if (self === undefined) throw new StackFailure('This system does not tell when a process began.')
  for (;;) {
    if (createLock(path, self)) return { release: () => releaseLock(path, self) }
    const holder = readHolder(path)
    if (holder !== undefined && isAlive(holder)) return { heldBy: holder.pid }
    removeStale(path, holder)
  }
}

function createLock(path: string, self: ProcessIdentity): boolean {
  try {
    writeFileSync(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

/** Renaming shows what was really removed: a lock somebody took meanwhile goes back. */
function removeStale(path: string, stale: ProcessIdentity | undefined): void {
  const aside = `${path}.${String(process.pid)}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const removed = readHolder(aside)
  if (removed?.pid !== stale?.pid && removed !== undefined && isAlive(removed)) {
    renameSync(aside, path)
  } else {
    rmSync(aside, { force: true })
  }
}

function releaseLock(path: string, self: ProcessIdentity): void {
  if (readHolder(path)?.pid === self.pid) rmSync(path, { force: true })
}
