import type { RuntimeOptions } from '@temporalio/worker'
import { freePort } from './free-port.ts'

const SCRAPE_MS = 5_000

export interface SdkMetrics {
  telemetryOptions: NonNullable<RuntimeOptions['telemetryOptions']>
  read(): Promise<string>
}

/**
 * Temporal's own figures: task latencies, slots, the cache. Its core serves them itself, so it does
 * so on the loopback, and they are handed on with ours: one port, one token.
 */
export async function sdkMetrics(): Promise<SdkMetrics> {
  const bindAddress = `127.0.0.1:${String(await freePort())}`
  return {
    telemetryOptions: {
      metrics: { prometheus: { bindAddress, useSecondsForDurations: true, unitSuffix: true } },
    },
    read: async () => {
      const signal = AbortSignal.timeout(SCRAPE_MS)
      return (await fetch(`http://${bindAddress}/metrics`, { signal })).text()
    },
  }
}
