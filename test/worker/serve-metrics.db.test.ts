import type { Client } from '@temporalio/client'
import { expect, onTestFinished, test } from 'vitest'
import type { GatewayConfig } from '../../src/settings/config.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { freePort } from '../../worker/free-port.ts'
import { serveMetrics } from '../../worker/serve-metrics.ts'
import { freshDatabase } from '../support/database.ts'

test('a worker that stops says so on its private port until it has stopped', async () => {
  const { pool } = await freshDatabase()
  const port = await freePort()
  const served = await serveMetrics({
    config: {
      worker: { metricsPort: port },
      operatorToken: 'figures',
      server: { operatorHost: '127.0.0.1' },
    } as GatewayConfig,
    log: createLog('worker', 'silent'),
    metrics: createMetrics('worker'),
    client: { workflowService: { getSystemInfo: () => Promise.resolve({}) } } as unknown as Client,
    db: pool,
    sdk: undefined,
  })
  onTestFinished(() => served?.stop())
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/health/ready`)
    return [answer.status, ((await answer.json()) as { status: string }).status]
  }
  expect(await ready()).toEqual([200, 'ok'])
  served?.drain()
  expect(await ready()).toEqual([503, 'draining'])
})
