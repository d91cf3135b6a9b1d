import { ApplicationFailure, Context } from '@temporalio/activity'
import { setTimeout as sleep } from 'node:timers/promises'
import { failpoint, failpointsArmed } from '../src/process/failpoint.ts'
import type { Metrics } from '../src/process/metrics.ts'
import { traced } from '../src/tracing/trace.ts'
import { check } from './send-once.ts'
import type { MaySend } from './send-once.ts'

const HEARTBEAT_MS = 1_000
const NOT_SENT_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000]

export interface ProviderCall<T> {
  provider: string
  step: string
  /** The name at fail points, where it is not that of the step. */
  point?: string
  ownerId: string
  /** Of an operation that only one execution may send. */
  maySend?: MaySend | undefined
  /** False where somebody else can be asked instead: what cannot be sent is then not tried for long. */
  patient?: boolean
  send: (signal: AbortSignal) => Promise<T>
}

/**
 * One call to a provider from inside an activity: it heartbeats so that a dead worker is noticed
 * early, stops when the activity is cancelled, and is counted. What never left this machine is sent
 * again here, because nothing can have happened yet.
 */
export const callProvider = <T extends { type: string }>(
  metrics: Metrics | undefined,
  call: ProviderCall<T>,
): Promise<T> => {
  const { provider, step } = call
  const attributes = { 'tollgate.provider': provider, 'tollgate.operation': step }
  return traced({ name: `${provider} ${step}`, kind: 'client', attributes }, async (note) => {
    const outcome = await countedCall(metrics, call)
    note({ 'tollgate.outcome': outcome.type })
    return outcome
  })
}

async function countedCall<T extends { type: string }>(
  metrics: Metrics | undefined,
  { provider, step, point = step, ownerId, maySend, patient = true, send }: ProviderCall<T>,
): Promise<T> {
  const context = Context.current()
  const stopBeating = beat(context)
  const signal = stopSignalOf(context)
  const startedAt = Date.now()
  try {
    await failpoint(`act.${point}.before_send`, { key: ownerId })
    await check(maySend)
    let outcome = await firstSend(point, ownerId, () => send(signal))
    for (const pauseMs of patient ? NOT_SENT_PAUSES_MS : []) {
      if (outcome.type !== 'notSent') break
      await sleep(pauseMs, undefined, { signal })
      await check(maySend)
      outcome = await send(signal)
    }
    metrics?.providerCalls.inc({ provider, operation: step, outcome: outcome.type })
    await failpoint(`act.${point}.after_reply_before_return`, { key: ownerId })
    return outcome
  } finally {
    stopBeating()
    metrics?.providerDurationSeconds.observe(
      { provider, operation: step },
      (Date.now() - startedAt) / 1000,
    )
  }
}

/**
 * An activity that Temporal gave up because it did not hear of it ends nothing: the answer is still
 * worth having, and nobody else can send meanwhile. A process that ends does stop its calls.
 */
function stopSignalOf(context: Context): AbortSignal {
  const { cancellationSignal } = context
  const stop = new AbortController()
  const end = () => {
    const { notFound = false, timedOut = false } = context.cancellationDetails ?? {}
    if (!notFound && !timedOut) stop.abort(cancellationSignal.reason)
  }
  if (cancellationSignal.aborted) end()
  else cancellationSignal.addEventListener('abort', end, { once: true })
  return stop.signal
}

/** Says every second that this worker lives; inside a workflow task its time-out does. */
export function beat(context: Context): () => void {
  if (context.info.isLocal) return () => undefined
  const timer = setInterval(() => {
    context.heartbeat()
  }, HEARTBEAT_MS)
  return () => {
    clearInterval(timer)
  }
}

async function firstSend<T>(point: string, ownerId: string, send: () => Promise<T>): Promise<T> {
  const reply = send()
  if (!failpointsArmed()) return reply
  // The request needs a moment to leave; only then is the process where the fail point wants it.
  await Promise.race([reply, sleep(25)])
  await failpoint(`act.${point}.after_send_before_reply`, { key: ownerId })
  return reply
}

/** Makes Temporal repeat the activity: there was no definite answer yet. */
export const askAgain = (step: string): ApplicationFailure =>
  ApplicationFailure.retryable(`${step}: no definite answer yet`, 'NoDefiniteAnswer')

/** Only a definite answer ends an inquiry; without one it is made again. */
export function definite<T extends { type: string }>(step: string, outcome: T): T {
  if (outcome.type === 'unknown' || outcome.type === 'notSent') throw askAgain(step)
  return outcome
}
