import { Runtime } from '@temporalio/worker'
import type { Log } from '../src/process/log.ts'
import type { SdkMetrics } from './sdk-metrics.ts'
import { temporalLogger } from './temporal-logger.ts'

/** Temporal's runtime of this process: its lines are ours, and signals are ours to answer. */
export function installRuntime(log: Log, sdk: SdkMetrics | undefined): void {
  Runtime.install({
    logger: temporalLogger(log),
    shutdownSignals: [],
    telemetryOptions: {
      // Without it the core writes lines of its own form to the terminal.
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...sdk?.telemetryOptions,
    },
  })
}
