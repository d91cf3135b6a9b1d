import {
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow'
import type { DeliverActivities, Delivery } from '../activities/delivery/deliver-notification.ts'
import { options, summarized } from './options.ts'

const summaryOf = (sequence: number): string => `notification ${sequence}`

const inTask = (sequence: number) =>
  proxyLocalActivities<DeliverActivities>(summarized(options.quick, summaryOf(sequence)))

const outsideTask = (sequence: number) =>
  proxyActivities<DeliverActivities>(summarized(options.delivery, summaryOf(sequence)))

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
  #alone = false
  #retryAt: number | undefined
  #attempt: { once: boolean; scope: CancellationScope } | undefined

  constructor(lane: LaneOptions) {
    this.#lane = lane
    this.notified = lane.notified
  }

  wake(): void {
    // A clock that starts to move must not wait for a retry that is days away by the wall.
    if (this.sending && this.#moving && this.#attempt?.once === false) this.#attempt.scope.cancel()
    if (!this.#running && !this.done && !this.#inTask) this.#start()
  }

  /** Whether the loop may make the first attempt of the next one, inside its task. */
  get mayAttempt(): boolean {
    return !this.#running && !this.done && this.#inTask
  }

  /** The first attempt; what it does not settle is left to an activity. The loop waits for it. */
  async attempt(): Promise<void> {
    const delivery = this.#delivery(this.notified + 1, false)
    const { deliverQuickly } = inTask(delivery.sequence)
    if (await deliverQuickly(delivery).catch(isFalse)) this.notified += 1
    else this.#start()
    this.changes += 1
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

  get #inTask(): boolean {
    return this.#lane.quick && !this.#moving && !this.#alone
  }

  /** While the loop stands still, nobody makes attempts inside its task. */
  leaveLoop(): void {
    this.#alone = true
    if (this.#lane.quick) this.wake()
  }

  returnToLoop(): void {
    this.#alone = false
  }

  #start(): void {
    this.#running = true
    void this.#run()
  }

  async #run(): Promise<void> {
    do {
      if (await this.#deliver(this.notified + 1)) this.notified += 1
      this.changes += 1
    } while (!this.done && !this.#inTask)
    this.#running = false
  }

  /** True when this notification has found its end. */
  async #deliver(sequence: number): Promise<boolean> {
    const once = this.#moving
    const scope = new CancellationScope()
    this.#attempt = { once, scope }
    this.sending = true
    try {
      const delivery = this.#delivery(sequence, once)
      const { deliverNotification } = outsideTask(sequence)
      const answer = await scope.run(() => deliverNotification(delivery))
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

  #delivery(sequence: number, once: boolean): Delivery {
    const { ownerId, state } = this.#lane
    return { ownerId, sequence, once, clockOffsetMs: state()?.clockOffsetMs ?? 0 }
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
