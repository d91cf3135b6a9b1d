import { createServer } from 'node:http'

/** Stands for an api, a portal or a sandbox: serves any path and tells its own environment. */
const { PORT, SANDBOX_PORT, PORTAL_METRICS_PORT } = process.env
const port = Number(PORT ?? SANDBOX_PORT ?? PORTAL_METRICS_PORT)
const server = createServer((_request, response) => response.end(JSON.stringify(process.env)))
server.listen(port, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
