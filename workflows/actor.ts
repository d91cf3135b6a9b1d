import { CancellationScope, condition, continueAsNew, workflowInfo } from '@temporalio/workflow'
import type { Decision, Wall } from '../src/domain/actor/decision.ts'
import type { CallMade, JournalEntry, RecordedAt } from '../src/domain/actor/entry.ts'
import type { Addressee, Message } from '../src/domain/actor/message.ts'
import type { Call, Outcome, QuickOutcome } from '../src/domain/actor/call.ts'
import { createAlarmClock } from './alarm-clock.ts'
import { isDrop, isResume, remainsOf } from './dropped-message.ts'
import { lookOn } from './look-on.ts'
import { meetWall } from './meet-wall.ts'
import { NotificationLane } from './notification-lane.ts'
import { listen } from './listen.ts'
import { launchCall } from './launch-call.ts'
import type { Caller } from './launch-call.ts'
import { refuseStart } from './receive.ts'
import type { Shape } from './revision.ts'
import { shapeOf } from './revision.ts'
import type { Start } from './start.ts'
import { startOfOurs } from './start.ts'

/** What every actor's state carries besides its own business. */
export interface ActorState {
  id: string
  version: number
  notificationSequence: number
  clockOffsetMs: number
  advance?: { target: number }
}

type Standing<E> = Exclude<RecordedAt<E>, { status: 'wall' | 'held' }>

/** A decision as it is offered to the database, with the times it was made at. */
export interface Attempt<E> {
  decision: Decision<E>
  now: number
  at: number
}

/** The pure rules of one kind of actor, and its two ways to the world. */
export interface Behaviour<S extends ActorState, E> extends Caller<S> {
  decide(state: S | undefined, message: Message, now: number, wall?: Wall): Decision<E>
  apply(state: S | undefined, entry: JournalEntry<E>): S | undefined
  effects(state: S): Call[]
  deadlines(state: S): { name: string; at: number }[]
  finished(state: S): boolean
  /** The names of its commands, with what each is for. */
  signals: Readonly<Record<string, string>>
  record(
    id: string,
    state: S | undefined,
    message: Message,
    attempt: Attempt<E>,
    shape: Shape,
  ): Promise<RecordedAt<E>>
  /** Shows operators what stands now. */
  committed(state: S, shape: Shape): void
  /** The database refused what must not be: marks the actor for an operator. */
  hold(id: string, reason: string): Promise<void>
}

/**
 * The loop around the rules: one message at a time is decided, recorded, and evolved from what stands
 * in the database. Nothing may cancel it while money is out, so the whole of it is not cancellable.
 */
export const runActor = <S extends ActorState, E>(
  behaviour: Behaviour<S, E>,
  given: Start<S>,
): Promise<void> => {
  const start = startOfOurs(given)
  if (!start) return refuseStart()
  const actor = new Actor(behaviour, start)
  return CancellationScope.nonCancellable(() => actor.run())
}

/** One actor's memory. What must survive a crash is in the journal; this is rebuilt by replay. */
class Actor<S extends ActorState, E> {
  readonly behaviour: Behaviour<S, E>
  readonly addressee: Addressee
  readonly mailbox: Message[]
  readonly launched: Set<string>
  readonly made = new Map<string, QuickOutcome>()
  readonly inFlight = new Set<string>()
  readonly shape: Shape
  state: S | undefined
  /** Messages that have been taken; `record` knows those of earlier runs. */
  readonly #seen = new Set<string>()
  readonly #id: string
  readonly #revision: number
  readonly #lane: NotificationLane
  readonly #alarm: ReturnType<typeof createAlarmClock>

  constructor(
    behaviour: Behaviour<S, E>,
    { id, to, state, mailbox, notified, revision = 1 }: Start<S>,
  ) {
    this.behaviour = behaviour
    this.addressee = { workflowId: workflowInfo().workflowId, named: to !== undefined }
    this.mailbox = [...mailbox]
    // A result that waits unread in the mailbox has had its call.
    this.launched = new Set(
      mailbox.flatMap((message) => (message.type === 'result' ? [message.callId] : [])),
    )
    this.state = state
    this.shape = shapeOf(revision)
    this.#id = id
    this.#revision = revision
    const [now, quick] = [() => this.#now(), this.shape.oneTaskPerStep]
    this.#lane = new NotificationLane({
      ownerId: id,
      notified,
      now,
      state: () => this.state,
      quick,
    })
    this.#alarm = createAlarmClock(now, { movesLater: quick })
  }

  async run(): Promise<void> {
    listen(this)
    while (!this.#ended || this.mailbox.length > 0) {
      if (this.state) {
        for (const call of this.behaviour.effects(this.state)) {
          const launching = launchCall(this, this.state, call)
          if (launching) await launching
        }
        await this.#continueWhenLong(this.state)
      }
      const message = await this.#next()
      if (message && !this.#seen.has(message.id)) await this.#handle(message)
    }
    this.#alarm.stop()
  }

  #now(): number {
    return Date.now() + (this.state?.clockOffsetMs ?? 0)
  }

  get #ended(): boolean {
    if (!this.state) return this.#seen.size > 0 && this.mailbox.length === 0
    return this.behaviour.finished(this.state) && this.inFlight.size === 0 && this.#lane.done
  }

  /** A long history goes on in a new one, with the state and the unread mailbox, and nothing under way. */
  async #continueWhenLong(state: S): Promise<void> {
    const idle = this.inFlight.size === 0 && !this.#lane.sending && !state.advance
    if (!idle || !workflowInfo().continueAsNewSuggested) return
    this.#alarm.stop()
    await continueAsNew<(start: Start<S>) => Promise<void>>({
      id: this.#id,
      to: workflowInfo().workflowId,
      state,
      mailbox: this.mailbox,
      revision: this.#revision,
      notified: this.#lane.notified,
    })
  }

  async #handle(message: Message): Promise<void> {
    const { mailbox } = this
    let wall: Wall | undefined
    const met = new Set<Wall>()
    for (;;) {
      const recorded = await this.#record(message, wall)
      if (recorded.status === 'wall') {
        wall = meetWall(met, recorded.wall)
      } else if (recorded.status === 'held') {
        await this.behaviour.hold(this.#id, recorded.reason).catch(taskFailure)
        this.#lane.leaveLoop()
        await condition(() => mailbox.some(isResume))
        this.#lane.returnToLoop()
        const [resume] = mailbox.splice(mailbox.findIndex(isResume), 1)
        if (isDrop(resume) && (await this.#dropped(message, resume))) return
      } else {
        this.#adopt(this.#standing(message, recorded, wall))
        if (recorded.status === 'committed' && recorded.then) this.#follow(recorded.then)
        if (recorded.status === 'duplicate') this.#seen.add(message.id)
        // Somebody else's line stands where ours should: decide again after it. A deadline is derived again.
        if (!this.#seen.has(message.id) && message.type !== 'due') mailbox.unshift(message)
        return
      }
    }
  }

  /** The call that was made in the same step; an answer that is not committed is taken as any other. */
  #follow({ callId, answer, now }: CallMade): void {
    if (now === undefined) {
      this.made.set(callId, answer)
      return
    }
    this.launched.add(callId)
    const outcome = answer as Outcome
    const result: Message = { type: 'result', id: `result/${callId}`, callId, outcome }
    const lines = this.#standing(result, { status: 'committed', now })
    for (const line of lines) lookOn.decided(line)
    this.#adopt(lines)
  }

  /** Two people's order stands in the place of a message that can never be recorded. */
  async #dropped(message: Message, order: Message): Promise<boolean> {
    const recorded = await this.#record(order)
    if (recorded.status !== 'committed') return false
    if (this.state) this.#adopt(this.#standing(order, recorded))
    this.#seen.add(message.id)
    this.mailbox.unshift(...remainsOf(message))
    return true
  }

  #record(message: Message, wall?: Wall): Promise<RecordedAt<E>> {
    const attempt = this.#attempt(message, this.#now(), wall)
    const { behaviour, state, shape } = this
    return behaviour.record(this.#id, state, message, attempt, shape).catch(taskFailure)
  }

  #attempt(message: Message, now: number, wall: Wall | undefined): Attempt<E> {
    const at = message.type === 'due' ? Math.max(now, message.at) : now
    return { decision: this.behaviour.decide(this.state, message, now, wall), now, at }
  }

  /**
   * The lines that stand now. Ours is decided again at the time that the commit has seen: a task that
   * had to wait long for the database is replayed with a later clock than it first ran with.
   */
  #standing(message: Message, recorded: Standing<E>, wall?: Wall): JournalEntry<E>[] {
    if (recorded.status === 'standing') return recorded.entries
    if (recorded.status === 'duplicate') return []
    const { decision, at } = this.#attempt(message, recorded.now, wall)
    const version = (this.state?.version ?? 0) + 1
    return [{ version, messageId: message.id, at, events: decision.events }]
  }

  /** What stands in the database, not what we wished. */
  #adopt(entries: JournalEntry<E>[]): void {
    for (const entry of entries) {
      this.state = this.behaviour.apply(this.state, entry)
      this.#seen.add(entry.messageId)
      if (this.state) this.behaviour.committed(this.state, this.shape)
    }
    if (entries.length > 0) this.#lane.wake()
  }

  async #next(): Promise<Message | undefined> {
    const [mailbox, alarm, lane] = [this.mailbox, this.#alarm, this.#lane]
    for (;;) {
      const first = mailbox.shift()
      if (first) return first
      const due = this.#earliest
      if (due && (due.at <= this.#now() || this.#mayJump)) return due
      if (lane.mayAttempt) {
        await lane.attempt()
        continue
      }
      if (this.#ended) return undefined
      if (due) alarm.arm(due.at, due.name)
      const [rings, changes] = [alarm.rings(), lane.changes]
      await condition(
        () =>
          mailbox.length > 0 || alarm.rings() !== rings || lane.changes !== changes || this.#ended,
      )
    }
  }

  /** A moved clock goes from deadline to deadline, and waits at each for what follows from it. */
  get #mayJump(): boolean {
    return this.state?.advance !== undefined && this.inFlight.size === 0 && !this.#lane.busy
  }

  get #earliest(): Due | undefined {
    const all = this.state ? [...this.behaviour.deadlines(this.state), ...this.#lane.deadlines] : []
    const [first] = all
      .map(({ name, at }): Due => ({ type: 'due', id: `due/${name}/${at}`, name, at }))
      .filter(({ id }) => !this.#seen.has(id))
      .sort((a, b) => a.at - b.at)
    return first
  }
}

type Due = Extract<Message, { type: 'due' }>

/** A commit that was cut off fails the task, which runs again; it must never fail the payment. */
function taskFailure(error: unknown): never {
  throw new Error(String(error))
}
