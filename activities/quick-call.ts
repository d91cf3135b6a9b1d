import { Context } from '@temporalio/activity'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, QuickOutcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { Deps } from './deps.ts'
import { beat } from './provider-call.ts'

const QUICK_MS = 2_000
const KEPT_MS = 60_000

type Perform = (request: CallRequest) => Promise<Outcome>
type Calls = Record<'authorize' | 'capture' | 'adjust' | 'refund' | 'blikPay', Perform>

/**
 * The calls that a workflow first makes inside its own task. When the provider takes longer, the call
 * stays under way in this process, and the activity of the same name waits for it: nothing is sent
 * twice, and operators see it in Temporal. An activity that Temporal gave up while it was out of reach
 * leaves its call under way too: the next one waits for the same answer.
 */
export function createQuickCalls({ processQueue }: Pick<Deps, 'processQueue'>, calls: Calls) {
  const underWay = createUnderWay()
  const later =
    (kind: keyof Calls): Perform =>
    (request) => {
      const { id } = request.call
      return waitFor(underWay.find(id) ?? underWay.begin(id, calls[kind](request)))
    }
  return {
    authorize: later('authorize'),
    capture: later('capture'),
    adjust: later('adjust'),
    refund: later('refund'),
    blikPay: later('blikPay'),

    quickCall: async (request: CallRequest): Promise<QuickOutcome> => {
      const { id, kind, secretOwner } = request.call
      if (secretOwner !== undefined && secretOwner !== processQueue) return { type: 'notHere' }
      const begun = underWay.find(id) ?? underWay.begin(id, calls[kind as keyof Calls](request))
      const stop = new AbortController()
      const slow = sleep(QUICK_MS, { type: 'slow', queue: processQueue } as const, stop)
      try {
        return await Promise.race([begun, slow])
      } finally {
        stop.abort()
        slow.catch(() => undefined)
      }
    },
  }
}

/** Calls that this process has begun, and for a while what came of them; one that failed may begin again. */
function createUnderWay() {
  const begun = new Map<string, Promise<Outcome>>()
  return {
    find: (id: string) => begun.get(id),
    begin: (id: string, call: Promise<Outcome>): Promise<Outcome> => {
      begun.set(id, call)
      call.then(
        () => setTimeout(() => begun.delete(id), KEPT_MS).unref(),
        () => begun.delete(id),
      )
      return call
    },
  }
}

async function waitFor(begun: Promise<Outcome>): Promise<Outcome> {
  const stop = beat(Context.current())
  try {
    return await begun
  } finally {
    stop()
  }
}
