import type { GatewayConfig } from '../settings/config.ts'
import type { Log } from '../process/log.ts'
import { createExporter } from './exporter.ts'
import { recordTraces } from './trace.ts'

/** Begins to record where a collector is named; gives what ends it. */
export function startTracing(
  { tracing: { endpoint, headers, share } }: Pick<GatewayConfig, 'tracing'>,
  name: 'api' | 'worker' | 'portal',
  log: Log,
): () => Promise<void> {
  if (endpoint === undefined) return () => Promise.resolve()
  const service = `tollgate-${name}`
  const exporter = createExporter({ endpoint, headers: headersOf(headers), service }, log)
  recordTraces(exporter, share)
  return () => exporter.stop()
}

/** As OpenTelemetry writes them: `name=value` with percent signs, and commas between them. @internal */
export const headersOf = (list: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (list?.split(',') ?? []).map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), decodeURIComponent(value.join('=').trim())]
    }),
  )
