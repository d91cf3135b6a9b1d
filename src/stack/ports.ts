import { connect, createServer } from 'node:net'
import { codeOf, StackFailure } from './failure.ts'

export interface Ports {
  api: number
  operator: number
  sandbox: number
  temporal: number
  temporalUi: number
  postgres: number
}

export const defaultPorts: Ports = {
  api: 8080,
  operator: 9090,
  sandbox: 8090,
  temporal: 7233,
  temporalUi: 8233,
  postgres: 5433,
}

/** The wanted port when it is free, else another one, of which `onTaken` is told. */
export async function choosePort(
  wanted: number | undefined,
  onTaken: (wanted: number, chosen: number) => void = () => {},
): Promise<number> {
  if (wanted === undefined) return freePort()
  if (await isFree(wanted)) return wanted
  const chosen = await freePort()
  onTaken(wanted, chosen)
  return chosen
}

/** A look before a client that would wait a second after each refusal. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.setTimeout(1000, () => resolve(false))
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

/**
 * Below the range from which the system gives ports to outgoing connections: a client that keeps
 * knocking at a killed server could otherwise be given that very port and keep the server out.
 */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (!given.has(port) && (await isFree(port))) {
      given.add(port)
      return port
    }
  }
  throw new StackFailure('No free port was found on 127.0.0.1: stop something that listens there.')
}

const LOWEST = 20_000
const HIGHEST = 32_000
const given = new Set<number>()

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error)
      if (code === 'EADDRINUSE' || code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
