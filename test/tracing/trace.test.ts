import { afterEach, expect, test } from 'vitest'
import { createExporter } from '../../src/tracing/exporter.ts'
import { readTraceparent } from '../../src/tracing/span.ts'
import type { Span } from '../../src/tracing/span.ts'
import { headersOf } from '../../src/tracing/start-tracing.ts'
import {
  beginTrace,
  recordTraces,
  stopRecording,
  traced,
  tracedUnder,
  traceparent,
} from '../../src/tracing/trace.ts'
import { startOtlpReceiver } from '../support/otlp-receiver.ts'

afterEach(stopRecording)

const call = { name: 'acquirer authorize', kind: 'client' } as const
const request = { name: 'POST', kind: 'server' } as const

function record(share = 1): Span[] {
  const spans: Span[] = []
  recordTraces({ add: (span) => void spans.push(span) }, share)
  return spans
}

/** A request whose work is one promise. */
async function serve<T>(work: () => Promise<T>, status = 200): Promise<T> {
  let done: Promise<T> | undefined
  const end = beginTrace(request, () => {
    done = work()
  })
  const result = await (done as unknown as Promise<T>)
  end('POST /payment', { 'http.response.status_code': status })
  return result
}

test('a span inside a request names it as its parent, across awaits', async () => {
  const spans = record()
  await serve(async () => {
    await Promise.resolve()
    return traced(call, (note) => Promise.resolve(note({ 'tollgate.outcome': 'approved' })))
  })
  const [inner, outer] = spans
  expect(inner).toMatchObject({
    traceId: outer!.traceId,
    parentSpanId: outer!.spanId,
    attributes: { 'tollgate.outcome': 'approved' },
  })
  expect(outer).toMatchObject({ name: 'POST /payment', kind: 'server' })
  expect(outer).not.toHaveProperty('parentSpanId')
})

test('what another process was told goes on in the same trace', async () => {
  const spans = record()
  const told = await serve(() => Promise.resolve(traceparent()))
  await tracedUnder(readTraceparent(told), call, () => Promise.resolve())
  expect(spans[1]).toMatchObject({ traceId: spans[0]!.traceId, parentSpanId: spans[0]!.spanId })
})

test('an error is told by its name and never by its words', async () => {
  const spans = record()
  const fails = () => traced(call, () => Promise.reject(new TypeError('4111111111111111')))
  await expect(serve(() => fails().catch(() => 'handled'))).resolves.toBe('handled')
  expect(spans[0]).toMatchObject({ failed: true, attributes: { 'error.type': 'TypeError' } })
  expect(JSON.stringify(spans)).not.toContain('41111111')
})

test('outside of a trace, and for requests beyond the share, nothing is recorded', async () => {
  const spans = record(0)
  await traced(call, () => Promise.resolve())
  await serve(() => traced(call, () => Promise.resolve(expect(traceparent()).toBeUndefined())))
  expect(spans).toEqual([])
})

test('a process that does not record runs what it is given, and no more', async () => {
  expect(await traced(call, () => Promise.resolve(1))).toBe(1)
  expect(await serve(() => Promise.resolve(traceparent()))).toBeUndefined()
})

test.for(['', 'x', 42, `00-${'0'.repeat(31)}-${'1'.repeat(16)}-01`, `01-${'a'.repeat(32)}`])(
  'a name of a trace that cannot be read is none: %s',
  (text) => {
    expect(readTraceparent(text)).toBeUndefined()
  },
)

test('spans reach a collector, and one that refuses costs spans and a line in the log', async () => {
  const receiver = await startOtlpReceiver()
  const warnings: unknown[] = []
  const log = { warn: (...line: unknown[]) => void warnings.push(line) }
  const settings = { endpoint: receiver.url, headers: headersOf('x-key=a%3Db'), service: 'api' }
  const exporter = createExporter(settings, log as never)
  recordTraces(exporter, 1)
  await serve(() => Promise.resolve())
  await exporter.stop()
  expect(receiver.spans()).toMatchObject([
    { name: 'POST /payment', service: 'api', kind: 2, attributes: expect.any(Object) as object },
  ])
  expect(receiver.requests).toMatchObject([{ path: '/v1/traces', headers: { 'x-key': 'a=b' } }])
  receiver.answers(503)
  for (let turn = 0; turn < 3; turn += 1) {
    await serve(() => Promise.resolve())
    await exporter.stop()
  }
  expect(warnings).toEqual([[{ lost: 1, reason: 'the collector answers 503' }, 'spans were lost']])
  await receiver.close()
})
