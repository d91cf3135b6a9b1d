import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * The development server's UI has no switch against write actions, so it stands behind this: reads
 * pass, and so do queries of workflows; whatever would change something is refused. Its settings tell
 * the page to show no such buttons, and to take the operator's session along to the payload codec.
 */
export async function serveReadOnlyUi(port: number, upstreamPort: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (!isRead(request)) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end('{"message":"write actions are disabled: use the command line"}')
      return
    }
    forward(request, response, upstreamPort)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return server
}

const SETTINGS = '/api/v1/settings'
const QUERY = /^\/api\/v1\/namespaces\/[^/]+\/workflows\/[^?]+\/query\/[^/?]+(\?.*)?$/

function isRead({ method, url = '' }: IncomingMessage): boolean {
  if (method === 'POST') return QUERY.test(url)
  return method === 'GET' || method === 'HEAD'
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request
  const isSettings = (url ?? '').split('?')[0] === SETTINGS
  // What is changed on the way must be readable.
  const asked = isSettings ? { ...headers, 'accept-encoding': 'identity' } : headers
  const upstream = httpRequest({ host: '127.0.0.1', port, method, path: url, headers: asked })
  upstream.on('response', (answer) => {
    if (isSettings) void changeSettings(answer, response)
    else {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }
  })
  upstream.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

async function changeSettings(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const chunks = (await answer.toArray()) as Buffer[]
    const settings = JSON.parse(Buffer.concat(chunks).toString()) as { Codec?: object }
    const codec = { ...settings.Codec, IncludeCredentials: true }
    const body = JSON.stringify({ ...settings, DisableWriteActions: true, Codec: codec })
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' })
    response.end(body)
  } catch {
    response.writeHead(502).end()
  }
}
