import { readFileSync } from 'node:fs'

/** A connection is an open file, and what the process itself opens must not find that none is left. */
export interface ConnectionBounds {
  /** So many are served; whoever comes on a further one is told to come back. */
  served: number
  /** So many are let in at all. */
  most: number
}

const SERVED = 0.5
const MOST = 0.75
/** Where a system does not say, which is what most of them give. */
const USUAL_FILES = 1_024

export const connectionBounds = (files: number = openFiles()): ConnectionBounds => ({
  served: Math.floor(SERVED * files),
  most: Math.floor(MOST * files),
})

/** What this process may have open at once, sockets and files alike. */
export function openFiles(limits: string = readLimits()): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return soft === undefined ? USUAL_FILES : Number(soft)
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
