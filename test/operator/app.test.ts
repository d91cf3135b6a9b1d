import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { createOperatorApp } from '../../src/operator/app.ts'

/** As a worker has it: without operators. */
async function start() {
  const metrics = createMetrics('worker')
  const app = createOperatorApp({
    log: createLog('worker', 'silent'),
    metrics,
    health: { draining: false, checks: {} },
    operatorToken: 'operator-token',
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    metrics.registry.clear()
    await server.stop(100)
  })
  return (path: string, authorization?: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: authorization === undefined ? {} : { authorization },
    })
}

test('health needs no token', async () => {
  const get = await start()
  expect((await get('/health/live')).status).toBe(200)
  expect((await get('/health/ready')).status).toBe(200)
})

test.for([undefined, 'Bearer wrong', 'Bearer', 'operator-token', 'Basic !!!'])(
  'all else is closed to %s',
  async (authorization) => {
    const get = await start()
    for (const path of ['/metrics', '/nothing'])
      expect((await get(path, authorization)).status).toBe(401)
  },
)

test('whoever collects figures sees figures and nothing else', async () => {
  const get = await start()
  const bearer = 'Bearer operator-token'
  expect(await (await get('/metrics', bearer)).text()).toContain('tollgate_')
  expect((await get('/nothing', bearer)).status).toBe(401)
})
