import { createServer } from 'node:http'
import { issueMore } from './cards.ts'
import { createSandbox } from './create-sandbox.ts'
import { log } from './log.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
issueMore(settings.otherBins)
const sandbox = await createSandbox(settings)
const server = createServer(sandbox.app)
// Idle connections are the caller's to close: closing one under a request would look like an outage.
server.keepAliveTimeout = 600_000
server.headersTimeout = 610_000
server.on('error', (error) => {
  log('sandbox cannot serve', { error: String(error) })
  process.exit(1)
})
server.listen(settings.port, settings.host, () =>
  log('sandbox ready', { url: `http://${settings.host}:${settings.port}` }),
)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)

function stop(): void {
  // Answers under way are given a moment; calls that hang on purpose are not waited for.
  server.close(finish)
  server.closeIdleConnections()
  setTimeout(finish, drainMs).unref()
}

const drainMs = 2_000

function finish(): void {
  sandbox.close()
  process.exit(0)
}
