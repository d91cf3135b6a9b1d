import type { Logger, LogLevel } from '@temporalio/worker'
import { DefaultLogger } from '@temporalio/worker'
import type { Log } from '../src/process/log.ts'

const levels = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
} as const

/** Said of workers that are meant to run activities only. */
const expected: ReadonlySet<string> = new Set([
  'No workflows registered, not polling for workflow tasks',
])

/** A task that fails is tried again for ever: Temporal warns of it, and for us it is an error. */
const grave: ReadonlySet<string> = new Set(['Failing workflow task'])

/** Temporal's own messages, and those of its core, go where ours go. */
export const temporalLogger = (log: Log): Logger =>
  new DefaultLogger('INFO', ({ level, message, meta }) => {
    log[levelOf(level, message)]({ ...meta }, message)
  })

function levelOf(level: LogLevel, message: string): (typeof levels)[LogLevel] {
  if (expected.has(message)) return 'debug'
  return grave.has(message) ? 'error' : levels[level]
}
