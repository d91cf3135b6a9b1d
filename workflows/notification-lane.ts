import { CancellationScope, condition, isCancellation, proxyActivities } from '@temporalio/workflow'
import type { DeliverActivities } from '../activities/deliver-notification.ts'
import { options } from './options.ts'

const { deliverNotification } = proxyActivities<DeliverActivities>(options.delivery)

interface LaneState {
  notificationSequence: number
  advance?: { target: number }
  clockOffsetMs: number
}

/**
 * Delivers the notifications of one payment in their order, beside the mailbox: the next one waits
 * until the one before was accepted, refused or given up. The retries happen inside one activity,
 * so an endpoint that is down for days costs a handful of history events. Only while the sandbox
 * clock is being moved are the attempts made one by one.
 */
export function createNotificationLane(lane: {
  ownerId: string
  notified: number
  now: () => number
  state: () => LaneState | undefined
}) {
  let { notified } = lane
  let running = false
  let sending = false
  let retryAt: number | undefined
  let changes = 0
  let attempt: { once: boolean; scope: CancellationScope } | undefined
  const due = () => (lane.state()?.notificationSequence ?? 0) > notified
  const moving = () => lane.state()?.advance !== undefined

  async function run(): Promise<void> {
    while (due()) {
      if (await deliver(notified + 1)) notified += 1
      changes += 1
    }
    running = false
  }

  /** True when this notification has found its end. */
  async function deliver(sequence: number): Promise<boolean> {
    const once = moving()
    const scope = new CancellationScope()
    attempt = { once, scope }
    sending = true
    try {
      const clockOffsetMs = lane.state()?.clockOffsetMs ?? 0
      const answer = await scope.run(() =>
        deliverNotification({ ownerId: lane.ownerId, sequence, once, clockOffsetMs }),
      )
      if (answer.settled) return true
      await waitFor(answer.retryAt)
      return false
    } catch (error) {
      if (isCancellation(error)) return false
      return true // its row says why; the next one must not wait for ever
    } finally {
      sending = false
    }
  }

  async function waitFor(at: number): Promise<void> {
    sending = false
    retryAt = at
    changes += 1
    await condition(() => lane.now() >= at || !moving())
    retryAt = undefined
  }

  return {
    wake(): void {
      // A clock that starts to move must not wait for a retry that is days away by the wall.
      if (sending && moving() && attempt?.once === false) attempt.scope.cancel()
      if (running || !due()) return
      running = true
      void run()
    },
    notified: () => notified,
    done: () => !due(),
    sending: () => sending,
    /** True while a delivery is under way or should be, not while one waits for its next attempt. */
    busy: () => due() && !(retryAt !== undefined && lane.now() < retryAt),
    deadlines: () =>
      retryAt === undefined || !moving() ? [] : [{ name: 'delivery', at: retryAt }],
    /** Changes whenever the loop should look again. */
    changes: () => changes,
  }
}
