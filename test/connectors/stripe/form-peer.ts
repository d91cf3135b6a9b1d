import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  fields: Record<string, string>
}

/** A server that takes forms, and answers every one with a payment method or a payment. */
export async function startFormPeer() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      received.push({ method, path, headers, fields })
      const isMethod = path.endsWith('/payment_methods')
      response.end(JSON.stringify({ id: isMethod ? 'pm_1' : 'pi_1', metadata: {} }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    /** What came while something was done. */
    async during(run: () => Promise<unknown>): Promise<Received[]> {
      const before = received.length
      await run()
      return received.slice(before)
    },
  }
}
