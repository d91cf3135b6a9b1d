import { ActivityCancellationDetails } from '@temporalio/common'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { callProvider } from '../../activities/provider-call.ts'
import { createQuickCalls } from '../../activities/quick-call.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'

const approved: Outcome = { type: 'approved' }
const kinds = ['authorize', 'capture', 'adjust', 'refund', 'blikPay'] as const

/** A provider that answers when it is told to, and the calls of a process that asks it. */
function start(isStopped: (signal: AbortSignal) => void = () => undefined) {
  let sent = 0
  let answer: (outcome: Outcome) => void = () => undefined
  const send = (signal: AbortSignal): Promise<Outcome> => {
    sent += 1
    return new Promise((resolve) => {
      answer = resolve
      signal.addEventListener('abort', () => {
        isStopped(signal)
        resolve({ type: 'unknown', because: 'noAnswer' })
      })
    })
  }
  const perform = ({ ownerId }: CallRequest) =>
    callProvider<Outcome>(undefined, { provider: 'acquirer', step: 'capture', ownerId, send })
  const calls = createQuickCalls(
    { processQueue: 'api-1' },
    { authorize: perform, capture: perform, adjust: perform, refund: perform, blikPay: perform },
  )
  return { calls, sent: () => sent, answer: (outcome: Outcome) => answer(outcome) }
}

const request = (id = 'call/1'): CallRequest =>
  ({ ownerId: 'payment', call: { id, kind: 'capture' } }) as unknown as CallRequest

const activity = () =>
  new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') })

const run = (environment: MockActivityEnvironment, act: () => Promise<Outcome>): Promise<Outcome> =>
  environment.run<[], Outcome, () => Promise<Outcome>>(act)

test.for(kinds)(
  '%s that Temporal gave up while it was out of reach goes on, and whoever asks again gets its answer',
  async (kind) => {
    const { calls, sent, answer } = start()
    const first = activity()
    const lost = run(first, () => calls[kind](request()))
    await soon()
    first.cancel('TIMED_OUT', new ActivityCancellationDetails({ timedOut: true }))
    const again = run(activity(), () => calls[kind](request()))
    await soon()
    answer(approved)
    expect(await again).toEqual(approved)
    expect(await run(activity(), () => calls[kind](request()))).toEqual(approved)
    expect(sent()).toBe(1)
    await lost.catch(() => undefined)
  },
)

test('a process that ends stops its calls', async () => {
  let stopped = 0
  const { calls } = start(() => (stopped += 1))
  const ending = activity()
  const outcome = run(ending, () => calls.capture(request()))
  await soon()
  ending.cancel('WORKER_SHUTDOWN', new ActivityCancellationDetails({ workerShutdown: true }))
  await outcome.catch(() => undefined)
  expect(stopped).toBe(1)
})

test('another call is sent for itself', async () => {
  const { calls, sent, answer } = start()
  for (const id of ['call/1', 'call/2']) {
    const outcome = run(activity(), () => calls.capture(request(id)))
    await soon()
    answer(approved)
    expect(await outcome).toEqual(approved)
  }
  expect(sent()).toBe(2)
})
