import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Caught {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Answer = number | ((response: ServerResponse) => unknown)

/** A merchant's server: keeps what it is told and answers as programmed, then always with 200. */
export async function startMerchantServer(...answers: Answer[]) {
  const caught: Caught[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      caught.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = answers.shift() ?? 200
      if (typeof answer === 'function') answer(response)
      else response.writeHead(answer).end('{"ok":true}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return { origin, url: `${origin}/hooks`, caught, answers, stop }
}
