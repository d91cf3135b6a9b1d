import { isUnreachable } from './is-unreachable.ts'
import type { Log } from './log.ts'

/**
 * The last listener of every connection of this process: one that breaks and has none of its own is told,
 * and ends nothing. Whatever else nobody has caught is a mistake of ours, and nothing goes on after it.
 */
export function outliveConnections(log: Log): void {
  process.on('uncaughtException', (error, origin) => {
    if (isUnreachable(error)) {
      log.error({ err: error, origin }, 'a connection broke and nobody listened')
      return
    }
    log.fatal({ err: error, origin }, 'the process cannot go on')
    process.exit(1)
  })
}
