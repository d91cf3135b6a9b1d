import type { Logger } from '@temporalio/worker'
import { DefaultLogger } from '@temporalio/worker'
import type { Log } from '../src/log.ts'

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

/** Temporal's own messages go where ours go. */
export const temporalLogger = (log: Log): Logger =>
  new DefaultLogger('INFO', ({ level, message, meta }) => {
    log[expected.has(message) ? 'debug' : levels[level]]({ ...meta }, message)
  })
