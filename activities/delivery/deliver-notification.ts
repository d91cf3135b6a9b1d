import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { setTimeout as sleep } from 'node:timers/promises'
import { GIVE_UP_AFTER_MS, pausedDelayMs } from '../../src/domain/delivery.ts'
import { createNotifications } from '../../src/postgres/notifications.ts'
import type { StoredNotification } from '../../src/postgres/notifications.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import type { Courier, Delivered, DeliverDeps } from './courier.ts'
import { createMerchantSlots } from '../merchant-slots.ts'

export interface Delivery {
  ownerId: string
  sequence: number
  /** One attempt at most: while the sandbox clock is moved, the workflow keeps the schedule. */
  once: boolean
  /** How far the payment's clock is ahead of ours. */
  clockOffsetMs: number
}

type Occasion = Delivery & { quickly?: true }

export type DeliverActivities = ReturnType<typeof createDeliverActivities>

/**
 * Tells merchants. All attempts of one notification happen inside one activity, which fails until the
 * notification has found its end and says when it wants to be tried again.
 */
export function createDeliverActivities(deps: DeliverDeps) {
  const courier: Courier = {
    ...deps,
    notifications: createNotifications(deps.db),
    slots: createMerchantSlots(),
  }
  return {
    deliverNotification: async (delivery: Delivery): Promise<Delivered> => {
      const context = Context.current()
      const beat = setInterval(() => {
        context.heartbeat()
      }, HEARTBEAT_MS)
      try {
        return await deliver(courier, delivery)
      } finally {
        clearInterval(beat)
      }
    },

    /**
     * The first attempt, from inside the task that committed it. False when it has found no end yet:
     * the attempt goes on under its lease, or is left to the activity.
     */
    deliverQuickly: async (delivery: Delivery): Promise<boolean> => {
      const settled = deliver(courier, { ...delivery, quickly: true }).then(isTrue, isFalse)
      const stop = new AbortController()
      const slow = sleep(QUICK_MS, false, stop)
      try {
        return await Promise.race([settled, slow])
      } finally {
        stop.abort()
        slow.catch(() => undefined)
      }
    },

    /** Prepares the n-th repeat of a notification that has found its end. */
    reopenNotification: (ownerId: string, sequence: number, round: number): Promise<boolean> =>
      courier.notifications.reopen(ownerId, sequence, round),
  }
}

const isTrue = () => true
const isFalse = () => false

async function deliver(courier: Courier, delivery: Occasion): Promise<Delivered> {
  const { notifications, merchants, slots } = courier
  const now = () => Date.now() + delivery.clockOffsetMs
  for (let waitedMs = 0; ;) {
    const found = await notifications.load(delivery.ownerId, delivery.sequence)
    if (!found) throw ApplicationFailure.nonRetryable('no such notification', 'NotFound')
    if (found.state !== 'pending') return { settled: true }
    if (delivery.quickly && !slots.isQuick(found.merchantId)) throw tryAgainIn(0)
    if ((found.nextAttemptAt ?? 0) > now()) return later(delivery, found.nextAttemptAt ?? 0)
    const merchant = await merchants.find(found.merchantId)
    if (found.url === undefined && merchant?.notificationsPaused === true)
      return waitForResume(courier, delivery, found, now())

    const slot = slots.take(found.merchantId, found.eventId)
    const pauseMs = 'retryMs' in slot ? slot.retryMs : LEASED_PAUSE_MS
    if ('free' in slot) {
      const outcome = await attemptDelivery(courier, found, { merchant, slot, now })
      if (outcome?.settled) return outcome
      if (outcome) return later(delivery, outcome.retryAt)
    }
    // No attempt could be made. A clock that is being moved must not run away meanwhile, so then the
    // wait is here and by the wall.
    waitedMs += pauseMs
    if (!delivery.once || waitedMs > LONGEST_WAIT_MS) throw tryAgainIn(pauseMs)
    await sleep(pauseMs)
  }
}

const HEARTBEAT_MS = 2_000
const QUICK_MS = 500
const LEASED_PAUSE_MS = 500
const LONGEST_WAIT_MS = 20_000

/** A paused endpoint is looked at ever less often, and at last given up like a dead one. */
async function waitForResume(
  { notifications, log }: Courier,
  delivery: Delivery,
  { eventId, merchantId, firstAttemptAt }: StoredNotification,
  now: number,
): Promise<Delivered> {
  const waitedMs = now - (firstAttemptAt ?? now)
  if (waitedMs >= GIVE_UP_AFTER_MS) {
    await notifications.exhaust(eventId, now)
    log.warn({ eventId, merchantId }, 'notification exhausted: endpoint paused')
    return { settled: true }
  }
  const retryAt = now + pausedDelayMs(waitedMs)
  await notifications.postpone(eventId, now, retryAt)
  return later(delivery, retryAt)
}

function later({ once, clockOffsetMs }: Delivery, retryAt: number): Delivered {
  if (once) return { settled: false, retryAt }
  throw tryAgainIn(retryAt - clockOffsetMs - Date.now())
}

/** Not worth a line in the log: the attempt has one of its own. */
const tryAgainIn = (ms: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'not delivered yet',
    type: 'NotDelivered',
    nextRetryDelay: Math.max(1, Math.ceil(ms)),
    category: ApplicationFailureCategory.BENIGN,
  })
