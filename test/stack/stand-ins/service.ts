import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'

/** Stands for an api, a portal or a sandbox: serves any path and tells its own environment. */
const { PORT, LISTEN_FD, OPERATOR_PORT, SANDBOX_PORT, PORTAL_METRICS_PORT } = process.env
const port = Number(PORT ?? SANDBOX_PORT ?? PORTAL_METRICS_PORT)
const server = createServer((_request, response) => response.end(JSON.stringify(process.env)))
if (LISTEN_FD === undefined) server.listen(port, '127.0.0.1')
else server.listen({ fd: Number(LISTEN_FD) })
if (OPERATOR_PORT !== undefined) {
  const answer: RequestListener = (_request, response) => response.end('ready')
  server.on('listening', () => createServer(answer).listen(Number(OPERATOR_PORT), '127.0.0.1'))
}
process.once('SIGTERM', () => process.exit(0))
