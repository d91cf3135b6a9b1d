import { connect } from 'node:net'
import type { Server } from 'node:net'
import { StackFailure } from '../failure.ts'
import { listenOn, PortRows } from './port-rows.ts'

/** Of this process. */
const ownPorts = new PortRows()

/** Holds ports from the moment they are chosen until the process they are for starts. */
export class PortReservations {
  readonly #held = new Map<number, Server>()
  readonly #chosen = new Set<number>()

  /** Every port that was reserved, whoever listens on it by now. */
  get chosen(): number[] {
    return [...this.#chosen]
  }

  /** The wanted port when it is free, else another one, of which `onTaken` is told. */
  async reserve(
    wanted: number | undefined,
    onTaken: (wanted: number, chosen: number) => void = () => {},
  ): Promise<number> {
    if (wanted !== undefined && (await this.#hold(wanted))) return wanted
    const chosen = await this.#holdAny()
    if (wanted !== undefined) onTaken(wanted, chosen)
    return chosen
  }

  /** Lets go of a port for the process that is about to listen on it. */
  async handOver(port: number): Promise<void> {
    await this.#release(port)
    if (await isListening(port)) {
      throw new StackFailure(`Port ${port} was taken by another program meanwhile: start again.`)
    }
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((port) => this.#release(port)))
  }

  async #holdAny(): Promise<number> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const port = await ownPorts.next()
      if (await this.#hold(port)) return port
    }
    throw new StackFailure('No free port was found on 127.0.0.1: stop what listens there.')
  }

  async #hold(port: number): Promise<boolean> {
    const server = await listenOn(port)
    if (server === undefined) return false
    this.#held.set(port, server)
    this.#chosen.add(port)
    return true
  }

  async #release(port: number): Promise<void> {
    const server = this.#held.get(port)
    this.#held.delete(port)
    if (server !== undefined) await new Promise((resolve) => server.close(resolve))
  }
}

/** Whether anybody answers on the port. */
export async function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect(port, host)
  return new Promise<boolean>((resolve) => {
    socket.setTimeout(1000, () => resolve(false))
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
