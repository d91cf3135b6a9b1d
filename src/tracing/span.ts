import { randomBytes } from 'node:crypto'

/**
 * All that a span may say. Names are fixed, and none of them takes a text from outside, so that no
 * trace can hold a person or a card.
 */
export interface SpanAttributes {
  'tollgate.payment.id'?: string
  'tollgate.tokenizer.id'?: string
  'tollgate.provider'?: string
  'tollgate.operation'?: string
  'tollgate.outcome'?: string
  'http.request.method'?: string
  /** The template, never the address itself. */
  'http.route'?: string
  'http.response.status_code'?: number
  'temporal.activity.attempt'?: number
  'temporal.activity.local'?: boolean
  'error.type'?: string
}

/** Numbers of OTLP. */
export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const

export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: keyof typeof spanKinds
  startedAtMs: number
  endedAtMs?: number
  failed?: true
  attributes: SpanAttributes
}

export type SpanStart = Pick<Span, 'name' | 'kind'> & { attributes?: SpanAttributes }

export interface Parent {
  traceId: string
  spanId: string
}

export const newSpan = (
  { name, kind, attributes }: SpanStart,
  parent: Parent | undefined,
): Span => ({
  name,
  kind,
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  ...(parent && { parentSpanId: parent.spanId }),
  startedAtMs: nowMs(),
  attributes: { ...attributes },
})

/** Finer than a millisecond, and on the same clock for all spans of a process. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

/** As the W3C writes it; a span that is not recorded is not handed on. */
export const traceparentOf = ({ traceId, spanId }: Parent): string => `00-${traceId}-${spanId}-01`

export function readTraceparent(text: unknown): Parent | undefined {
  if (typeof text !== 'string') return undefined
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(text) ?? []
  return traceId && spanId ? { traceId, spanId } : undefined
}
