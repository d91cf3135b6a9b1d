import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { viewsScript } from './ui-views.ts'

/**
 * The development server's UI has no switch against write actions, so it stands behind this: reads
 * pass, and so do queries of workflows; whatever would change something is refused. Its settings tell
 * the page to show no such buttons, and to take the operator's session along to the payload codec. Its
 * pages begin with our columns and views.
 */
export async function serveReadOnlyUi(
  port: number,
  upstreamPort: number,
  namespace: string,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === VIEWS) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      response.end(viewsScript(namespace, new Date()))
      return
    }
    if (!isRead(request)) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end('{"message":"write actions are disabled: use the command line"}')
      return
    }
    forward(request, response, upstreamPort)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return server
}

const VIEWS = '/tollgate-views.js'
const SETTINGS = '/api/v1/settings'
const QUERY = /^\/api\/v1\/namespaces\/[^/]+\/workflows\/[^?]+\/query\/[^/?]+(\?.*)?$/

function isRead({ method, url = '' }: IncomingMessage): boolean {
  if (method === 'POST') return QUERY.test(url)
  return method === 'GET' || method === 'HEAD'
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = request
  const change = changeOf(request)
  // What is changed on the way must be readable.
  const asked = change ? { ...headers, 'accept-encoding': 'identity' } : headers
  const upstream = httpRequest({ host: '127.0.0.1', port, method, path: url, headers: asked })
  upstream.on('response', (answer) => {
    if (change) void changed(answer, response, change)
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

type Change = (body: string) => string

function changeOf({ method, url = '', headers }: IncomingMessage): Change | undefined {
  if (url.split('?')[0] === SETTINGS) return changeSettings
  const isPage = method === 'GET' && headers.accept?.includes('text/html')
  return isPage
    ? (body) => body.replace('<head>', `<head><script src="${VIEWS}"></script>`)
    : undefined
}

async function changed(
  answer: IncomingMessage,
  response: ServerResponse,
  change: Change,
): Promise<void> {
  try {
    const chunks = (await answer.toArray()) as Buffer[]
    const body = change(Buffer.concat(chunks).toString())
    const { 'content-length': _, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers).end(body)
  } catch {
    response.writeHead(502).end()
  }
}

function changeSettings(body: string): string {
  const settings = JSON.parse(body) as { Codec?: object }
  const codec = { ...settings.Codec, IncludeCredentials: true }
  return JSON.stringify({ ...settings, DisableWriteActions: true, Codec: codec })
}
