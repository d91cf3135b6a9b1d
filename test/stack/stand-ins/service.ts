import { createServer } from 'node:http'

/** Stands for an api or a sandbox: serves any path and tells its own environment. */
const port = Number(process.env['PORT'] ?? process.env['SANDBOX_PORT'])
const server = createServer((_request, response) => response.end(JSON.stringify(process.env)))
server.listen(port, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
