import net from 'node:net'
import { StackFailure } from '../failure.ts'

/** A port on which several processes listen; it stays open while some or all of them are away. */
export interface SharedPort {
  /** To be handed down to the processes, which listen on it. */
  fd: number
  close(): void
}

/** As Node's own cluster binds: its public API listens at once, and would take connections itself. */
type Bind = (host: string, port: number, family: 4, fd: undefined, flags: 0) => SharedPort | number

/**
 * Bound here and served by others: whoever connects while one process is dead is served by the next, and
 * while all are dead waits until one is back, instead of being turned away.
 */
export function sharePort(port: number, host = '127.0.0.1'): SharedPort {
  const { _createServerHandle: bind } = net as unknown as { _createServerHandle: Bind }
  const bound = bind(host, port, 4, undefined, 0)
  if (typeof bound === 'number')
    throw new StackFailure(`Port ${port} was taken by another program meanwhile: start again.`)
  return bound
}
