import type { Log } from '../process/log.ts'
import { spanKinds } from './span.ts'
import type { Span } from './span.ts'

const EVERY_MS = 1_000
const BATCH = 512
const MOST_WAITING = 4_096
const SEND_MS = 5_000
const COMPLAIN_EVERY_MS = 60_000

export interface Exporter {
  add(span: Span): void
  /** Sends what is left. */
  stop(): Promise<void>
}

export interface ExportSettings {
  /** The base address of a collector: spans go to `/v1/traces` below it. */
  endpoint: string
  headers: Record<string, string>
  /** What this process is called in traces. */
  service: string
}

/** Sends spans in batches as OTLP/HTTP with JSON. A collector that is away costs spans and nothing else. */
export function createExporter(
  { endpoint, headers, service }: ExportSettings,
  log: Pick<Log, 'warn'>,
): Exporter {
  let waiting: Span[] = []
  let lost = 0
  let complainedAt = -Infinity
  let sending: Promise<void> = Promise.resolve()

  const send = async (spans: Span[]): Promise<void> => {
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(otlpOf(spans, service)),
        signal: AbortSignal.timeout(SEND_MS),
      })
      await answer.arrayBuffer()
      if (!answer.ok) complain(spans.length, `the collector answers ${String(answer.status)}`)
    } catch (error) {
      complain(spans.length, error instanceof Error ? error.name : 'unreachable')
    }
  }

  const complain = (count: number, reason: string): void => {
    lost += count
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    log.warn({ lost, reason }, 'spans were lost')
  }

  /** One request at a time: a slow collector gets no second one beside it. */
  const flush = (): Promise<void> => {
    sending = sending.then(async () => {
      while (waiting.length > 0) await send(waiting.splice(0, BATCH))
    })
    return sending
  }

  const timer = setInterval(() => void flush(), EVERY_MS).unref()
  return {
    add: (span) => {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      else lost += 1
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, SEND_MS).unref())])
      waiting = []
    },
  }
}

/** @internal */
export const otlpOf = (spans: readonly Span[], service: string) => ({
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', service)] },
      scopeSpans: [{ scope: { name: 'tollgate' }, spans: spans.map(spanOf) }],
    },
  ],
})

const ERROR = 2

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: spanKinds[span.kind],
  startTimeUnixNano: nanosOf(span.startedAtMs),
  endTimeUnixNano: nanosOf(span.endedAtMs ?? span.startedAtMs),
  attributes: Object.entries(span.attributes).map(([name, value]) =>
    attribute(name, value as string | number | boolean),
  ),
  ...(span.failed && { status: { code: ERROR } }),
})

/** A number of nanoseconds is longer than a number of JavaScript: OTLP takes it as text. */
const nanosOf = (ms: number): string => String(BigInt(Math.round(ms * 1e3)) * 1_000n)

const attribute = (key: string, value: string | number | boolean) => ({
  key,
  value:
    typeof value === 'string'
      ? { stringValue: value }
      : typeof value === 'number'
        ? { intValue: String(value) }
        : { boolValue: value },
})
