import type { ActivityOptions } from '@temporalio/workflow'
import {
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow'
import type { DeliverActivities } from '../activities/deliver-notification.ts'
import { options } from './options.ts'

const { deliverQuickly } = proxyLocalActivities<DeliverActivities>(options.quick)

/** The summary is what an operator reads beside the activity in the Temporal UI. */
const deliveryOptions = (sequence: number): ActivityOptions => ({
  ...options.delivery,
  summary: `notification ${sequence}`,
})

interface LaneState {
  notificationSequence: number
  advance?: { target: number }
  clockOffsetMs: number
}

interface LaneOptions {
  ownerId: string
  notified: number
  now: () => number
  state: () => LaneState | undefined
  /** The first attempt is made inside the task. */
  quick: boolean
}

/**
 * Delivers the notifications of one payment in their order, beside the mailbox: the next one waits
 * until the one before was accepted, refused or given up. The retries happen inside one activity,
 * so an endpoint that is down for days costs a handful of history events; the first attempt is made
 * inside the task, and mostly the only one. While the sandbox clock is being moved, the attempts are
 * made one by one.
 */
export class NotificationLane {
  /** How many notifications have found their end. */
  notified: number
  /** Changes whenever the loop should look again. */
  changes = 0
  sending = false
  readonly #lane: LaneOptions
  #running = false
  #retryAt: number | undefined
  #attempt: { once: boolean; scope: CancellationScope } | undefined

  constructor(lane: LaneOptions) {
    this.#lane = lane
    this.notified = lane.notified
  }

  wake(): void {
    // A clock that starts to move must not wait for a retry that is days away by the wall.
    if (this.sending && this.#moving && this.#attempt?.once === false) this.#attempt.scope.cancel()
    if (this.#running || this.done) return
    this.#running = true
    void this.#run()
  }

  get done(): boolean {
    return (this.#lane.state()?.notificationSequence ?? 0) <= this.notified
  }

  /** True while a delivery is under way or should be, not while one waits for its next attempt. */
  get busy(): boolean {
    const waits = this.#retryAt !== undefined && this.#lane.now() < this.#retryAt
    return !this.done && !waits
  }

  /** On a moved clock the next attempt is a deadline like any other. */
  get deadlines(): { name: string; at: number }[] {
    const at = this.#retryAt
    return at === undefined || !this.#moving ? [] : [{ name: 'delivery', at }]
  }

  get #moving(): boolean {
    return this.#lane.state()?.advance !== undefined
  }

  async #run(): Promise<void> {
    while (!this.done) {
      if (await this.#deliver(this.notified + 1)) this.notified += 1
      this.changes += 1
    }
    this.#running = false
  }

  /** True when this notification has found its end. */
  async #deliver(sequence: number): Promise<boolean> {
    const once = this.#moving
    const scope = new CancellationScope()
    this.#attempt = { once, scope }
    this.sending = true
    try {
      const { ownerId, state } = this.#lane
      const clockOffsetMs = state()?.clockOffsetMs ?? 0
      const delivery = { ownerId, sequence, once, clockOffsetMs }
      if (this.#lane.quick && !once && (await deliverQuickly(delivery).catch(isFalse))) return true
      const activities = proxyActivities<DeliverActivities>(deliveryOptions(sequence))
      const answer = await scope.run(() => activities.deliverNotification(delivery))
      if (answer.settled) return true
      await this.#waitFor(answer.retryAt)
      return false
    } catch (error) {
      if (isCancellation(error)) return false
      return true // its row says why; the next one must not wait for ever
    } finally {
      this.sending = false
    }
  }

  async #waitFor(at: number): Promise<void> {
    this.sending = false
    this.#retryAt = at
    this.changes += 1
    await condition(() => this.#lane.now() >= at || !this.#moving)
    this.#retryAt = undefined
  }
}

const isFalse = () => false
