import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { codeOf, StackFailure } from '../failure.ts'

const ROW_LENGTH = 16
const LOWEST = 20_000
/**
 * Below the range from which the system gives ports to outgoing connections: a client that keeps
 * knocking at a killed server could otherwise be given that very port and keep the server out.
 */
const HIGHEST = 32_000

/**
 * Ports from which no other process chooses while this one lives. Without that another stack could choose
 * a port while the process it is for is still starting, or is away for a restart, and keep it out.
 * The first port of a row is listened on as its lock; the system takes the lock away with the process.
 */
export class PortRows {
  #left: number[] = []

  async next(): Promise<number> {
    for (;;) {
      const port = this.#left.shift()
      if (port !== undefined) return port
      this.#left.push(...(await takeRow()))
    }
  }
}

async function takeRow(): Promise<number[]> {
  const rows = Math.floor((HIGHEST - LOWEST) / ROW_LENGTH)
  const start = Math.floor(Math.random() * rows)
  for (let step = 0; step < rows; step++) {
    const lock = LOWEST + ((start + step) % rows) * ROW_LENGTH
    if (await listenOn(lock)) return Array.from({ length: ROW_LENGTH - 1 }, (_, i) => lock + 1 + i)
  }
  throw new StackFailure('No free ports were found on 127.0.0.1: stop what listens there.')
}

/** Turns away whoever connects; undefined when another program has the port. */
export async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error)
      if (code === 'EADDRINUSE' || code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
