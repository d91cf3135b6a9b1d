import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exporter } from './exporter.ts'
import { newSpan, nowMs, traceparentOf } from './span.ts'
import type { Parent, Span, SpanAttributes, SpanStart } from './span.ts'

const scope = new AsyncLocalStorage<Span>()
let recording: { exporter: Pick<Exporter, 'add'>; share: number } | undefined

/** From now on this process records. Without it everything here only runs what it is given. */
export function recordTraces(exporter: Pick<Exporter, 'add'>, share: number): void {
  recording = { exporter, share }
}

/** @internal */
export function stopRecording(): void {
  recording = undefined
}

export const isRecording = (): boolean => recording !== undefined

/** Adds to the span that is open what is learnt on the way. */
export type Note = (attributes: SpanAttributes) => void

type Run<T> = (note: Note) => Promise<T>

/** A span inside the one that is open; where none is, nothing is recorded. */
export const traced = <T>(start: SpanStart, run: Run<T>): Promise<T> =>
  tracedUnder(recording && scope.getStore(), start, run)

/** The same under a span of another process, which sent its name along. */
export const tracedUnder = <T>(
  parent: Parent | undefined,
  start: SpanStart,
  run: Run<T>,
): Promise<T> => (recording && parent ? record(newSpan(start, parent), run) : run(noted))

const noted: Note = () => undefined

/** A trace begins, for the share of requests that is wanted; what is returned ends its first span. */
export function beginTrace(
  start: SpanStart,
  run: () => void,
): (name: string, attributes: SpanAttributes) => void {
  if (!recording || Math.random() >= recording.share) {
    run()
    return () => undefined
  }
  const span = newSpan(start, undefined)
  scope.run(span, run)
  return (name, attributes) => {
    span.name = name
    Object.assign(span.attributes, attributes)
    end(span, (attributes['http.response.status_code'] ?? 0) >= 500)
  }
}

/** The open span as it is told to others. */
export function traceparent(): string | undefined {
  const span = recording && scope.getStore()
  return span && traceparentOf(span)
}

async function record<T>(span: Span, run: Run<T>): Promise<T> {
  const note: Note = (attributes) => void Object.assign(span.attributes, attributes)
  try {
    const result = await scope.run(span, () => run(note))
    end(span, false)
    return result
  } catch (error) {
    // The words of an error may be anybody's; its name is ours.
    note({ 'error.type': error instanceof Error ? error.name : typeof error })
    end(span, true)
    throw error
  }
}

function end(span: Span, failed: boolean): void {
  span.endedAtMs = nowMs()
  if (failed) span.failed = true
  recording?.exporter.add(span)
}
