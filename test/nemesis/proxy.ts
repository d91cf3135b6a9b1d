import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A wire between our processes and a server that can be cut, or carry words in one direction only. */
export interface Proxy {
  port: number
  /** Every connection ends, and no new one is made for so long. */
  cut(forMs: number): Promise<void>
  /** What is sent arrives and what is answered does not, such as that of a COMMIT; then a cut. */
  loseAnswers(forMs: number): Promise<void>
  /** What is answered arrives, but only after so long. */
  hold(forMs: number): Promise<void>
  close(): Promise<void>
}

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  let isDeaf = false
  let held: (() => void)[] | undefined
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(target.port, target.host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (bytes: Buffer) => {
      const tell = () => void client.write(bytes)
      if (held) held.push(tell)
      else if (!isDeaf) tell()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    cut: async (forMs) => {
      isCut = true
      endAll()
      await sleep(forMs)
      isCut = false
    },
    loseAnswers: async (forMs) => {
      isDeaf = true
      await sleep(forMs)
      isDeaf = false
      endAll()
    },
    hold: async (forMs) => {
      held = []
      await sleep(forMs)
      const late = held
      held = undefined
      late.forEach((tell) => tell())
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
