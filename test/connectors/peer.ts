import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export type Respond = (response: ServerResponse, received: Received) => void

/** A real HTTP server that answers as it is told and remembers what it was asked. */
export async function startPeer(respond: Respond) {
  const peer = { url: '', received: [] as Received[], respond }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      }
      peer.received.push(received)
      peer.respond(response, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  peer.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return peer
}

export const json =
  (status: number, body: unknown): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

/** Everything a provider may do instead of answering; after each the outcome is unknown. */
export const faults: Record<string, Respond> = {
  'a cut connection': (response) => response.destroy(),
  'a cut body': (response) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"reference":', () => {
      response.destroy()
    })
  },
  'no answer in time': () => undefined,
  'a body that stops': (response) => {
    response.writeHead(200).write('{')
  },
  'truncated JSON': (response) => response.end('{"reference": "pay-1", "responseCo'),
  'an empty body': (response) => response.end(),
  'an error 500': json(500, { error: 'internal' }),
  'an error 503 in HTML': (response) => response.writeHead(503).end('<html>busy</html>'),
  'a redirect': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'a page': (response) => response.end('<html>welcome</html>'),
  'a huge body': (response) => response.end(JSON.stringify({ text: 'x'.repeat(70_000) })),
  'values of the wrong type': json(200, {
    reference: 1,
    orderId: [],
    status: 7,
    responseCode: null,
    instrumentRef: {},
    transStatus: 4,
  }),
  'an answer about something else': json(200, {
    reference: 'another',
    orderId: 'another',
    responseCode: '00',
    status: 'CONFIRMED',
    operation: 'authorize',
    transactionId: 'T1',
  }),
  'a 404 of some proxy': (response) => response.writeHead(404).end('<html>not found</html>'),
  'broken UTF-8': (response) => response.end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
}

/** An address where nothing listens: the port of a server that has gone. */
export async function deadUrl(): Promise<string> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${String(port)}`
}
