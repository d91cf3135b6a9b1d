import type { Client } from '@temporalio/client'
import type { GatewayConfig } from '../src/settings/config.ts'
import { listen } from '../src/http/listen.ts'
import type { Log } from '../src/process/log.ts'
import type { Metrics } from '../src/process/metrics.ts'
import { createOperatorApp } from '../src/operator/app.ts'
import type { Db } from '../src/postgres/db.ts'
import { ping } from '../src/postgres/db.ts'
import type { SdkMetrics } from './sdk-metrics.ts'

interface MetricsOptions {
  config: GatewayConfig
  log: Log
  metrics: Metrics
  client: Client
  db: Db
  sdk: SdkMetrics | undefined
}

interface PrivatePort {
  /** From now on it says that the worker takes no new work. */
  drain(): void
  stop(): Promise<void>
}

/** A worker has no business with HTTP but its own health and figures, on a private port if wanted. */
export async function serveMetrics(options: MetricsOptions): Promise<PrivatePort | undefined> {
  const { config, log, metrics, client, db, sdk } = options
  const port = config.worker.metricsPort
  if (port === undefined) return undefined
  const checks = {
    postgres: () => ping(db),
    temporal: () => client.workflowService.getSystemInfo({}),
  }
  const health = { draining: false, checks }
  const { operatorToken } = config
  const moreMetrics = sdk && (() => sdk.read())
  const app = createOperatorApp({ log, metrics, health, operatorToken, moreMetrics })
  const server = await listen(app, { host: config.server.operatorHost, port })
  return { drain: () => (health.draining = true), stop: () => server.stop(1_000) }
}
