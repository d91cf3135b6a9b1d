import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { statusOf } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { connectionBounds } from './connection-bounds.ts'
import type { ConnectionBounds } from './connection-bounds.ts'
import { problemHeaders, problemOf } from './problem.ts'
import { Refused } from './refused.ts'

export interface HttpServer {
  port: number
  /** Takes no new connections, answers what is under way, and hangs up at the deadline. */
  stop(deadlineMs: number): Promise<void>
}

/** Listens with limits on how slowly a request may come and how much it may carry. */
export async function listen(
  listener: RequestListener,
  { host, port, socket }: { host: string; port: number; socket?: number | undefined },
): Promise<HttpServer> {
  const state = { draining: false }
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      joinDuplicateHeaders: false,
      // Judged here, so that its absence gets the same body as every other error.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isAmbiguous(request)) {
        refuse(request.socket, 'malformed_request')
        return
      }
      if (crowd.has(request.socket)) {
        refuse(request.socket, 'unavailable')
        return
      }
      if (state.draining) response.setHeader('connection', 'close')
      listener(request, response)
    },
  )
  const crowd = watchCrowd(server, connectionBounds())
  server.maxHeadersCount = 100
  // Longer than the longest poll (30 s), so that only readers who stopped reading are cut off.
  server.setTimeout(60_000)
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    refuse(socket, 'expectation_failed')
  })
  await new Promise<void>((resolve, reject) => {
    // Later ones are of a connection that could not be taken; the others go on.
    server.on('error', reject)
    if (socket === undefined) server.listen(port, host, resolve)
    else server.listen({ fd: socket }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: (deadlineMs) => {
      state.draining = true
      return close(server, deadlineMs)
    },
  }
}

/** Those connections that came when there were more than can be served. */
function watchCrowd(server: Server, { served, most }: ConnectionBounds): WeakSet<Socket> {
  const crowd = new WeakSet<Socket>()
  let open = 0
  server.maxConnections = most
  server.on('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
    if (open > served) crowd.add(socket)
  })
  return crowd
}

// A busy keep-alive connection outlives `close()` and would go on taking requests.
function close(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => {
      server.closeIdleConnections()
    }, 50)
    const end = setTimeout(() => {
      server.closeAllConnections()
    }, deadlineMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(end)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Where a body ends, whom it is for and what is asked must not be a matter of opinion. */
const isAmbiguous = ({
  headers,
  headersDistinct,
  url = '',
  httpVersion,
}: IncomingMessage): boolean =>
  !['chunked', undefined].includes(headers['transfer-encoding']?.toLowerCase()) ||
  (headersDistinct.host?.length ?? 0) > 1 ||
  (httpVersion === '1.1' && headers.host === undefined) ||
  !url.startsWith('/') ||
  !URL.canParse(`http://host${url}`)

/** What is not HTTP, or came too slowly, gets the same body as every other error. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  refuse(socket, codeOf[error.code ?? ''] ?? 'malformed_request')
}

const codeOf: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

function refuse(socket: Socket, code: RefusalCode): void {
  const status = statusOf(code)
  const refused = new Refused(code)
  const body = JSON.stringify(problemOf(refused, 'none'))
  const headers = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json;charset=utf-8',
    `content-length: ${String(Buffer.byteLength(body))}`,
    'connection: close',
    ...Object.entries(problemHeaders(refused)).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}
