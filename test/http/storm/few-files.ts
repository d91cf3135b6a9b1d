import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listen } from '../../../src/http/listen.ts'

/** A server that opens a file for each answer, in a process that may have few of them open. */
const own = fileURLToPath(import.meta.url)
const server = await listen(
  (_, response) => {
    try {
      readFileSync(own)
      response.end('ok')
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  },
  { host: '127.0.0.1', port: 0 },
)
process.stdout.write(`${String(server.port)}\n`)
