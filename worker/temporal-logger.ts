import { DefaultLogger, type Logger } from '@temporalio/worker'
import type { Log } from '../src/log.ts'

const levels = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
} as const

/** Temporal's own messages go where ours go. */
export const temporalLogger = (log: Log): Logger =>
  new DefaultLogger('INFO', ({ level, message, meta }) => {
    log[levels[level]]({ ...meta }, message)
  })
