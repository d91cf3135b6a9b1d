import {
  CancellationScope,
  condition,
  continueAsNew,
  setDefaultSignalHandler,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { Decision, Wall } from '../src/domain/decision.ts'
import { readMessage, type Message } from '../src/domain/message.ts'
import type { Call, Outcome } from '../src/domain/payment/call.ts'
import { createAlarmClock } from './alarm-clock.ts'
import { commandSignal, stateQuery } from './messages.ts'
import { createNotificationLane } from './notification-lane.ts'

/** What every actor's state carries besides its own business. */
export interface ActorState {
  id: string
  version: number
  notificationSequence: number
  clockOffsetMs: number
  advance?: { target: number }
}

/** Where an actor begins: new, or as the run before left it. */
export interface Start<S> {
  id: string
  state?: S
  mailbox: Message[]
  /** How many notifications have found their end. */
  notified: number
}

export interface Entry<E> {
  version: number
  messageId: string
  at: number
  events: E[]
}

type Recorded<E> =
  | { status: 'committed'; now: number }
  | { status: 'duplicate' }
  | { status: 'standing'; entries: Entry<E>[] }
  | { status: 'wall'; wall: Wall }
  | { status: 'held'; reason: string }

type Standing<E> = Exclude<Recorded<E>, { status: 'wall' | 'held' }>

/** A decision as it is offered to the database, with the times it was made at. */
export interface Attempt<E> {
  decision: Decision<E>
  now: number
  at: number
}

/** The pure rules of one kind of actor, and its two ways to the world. */
export interface Behaviour<S extends ActorState, E> {
  decide(state: S | undefined, message: Message, now: number, wall?: Wall): Decision<E>
  apply(state: S | undefined, entry: Entry<E>): S | undefined
  effects(state: S): Call[]
  deadlines(state: S): { name: string; at: number }[]
  finished(state: S): boolean
  record(
    id: string,
    state: S | undefined,
    message: Message,
    attempt: Attempt<E>,
  ): Promise<Recorded<E>>
  call(state: S, call: Call): Promise<Outcome>
  committed(before: S | undefined, after: S): void
  /** The database refused what must not be: marks the actor for an operator. */
  hold(id: string, reason: string): Promise<void>
}

/**
 * The loop around the rules: one message at a time is decided, recorded, and evolved from what stands
 * in the database. Nothing may cancel it while money is out, so the whole of it is not cancellable.
 */
export const runActor = <S extends ActorState, E>(
  behaviour: Behaviour<S, E>,
  start: Start<S>,
): Promise<void> => CancellationScope.nonCancellable(() => loop(behaviour, start))

async function loop<S extends ActorState, E>(
  behaviour: Behaviour<S, E>,
  start: Start<S>,
): Promise<void> {
  let state = start.state
  const mailbox = [...start.mailbox]
  const seen = new Set<string>()
  const inFlight = new Set<string>()
  const launched = new Set(
    mailbox.flatMap((message) => (message.type === 'result' ? [message.callId] : [])),
  )
  const now = () => Date.now() + (state?.clockOffsetMs ?? 0)
  const lane = createNotificationLane({
    ownerId: start.id,
    notified: start.notified,
    now,
    state: () => state,
  })
  const alarm = createAlarmClock(now)

  setHandler(commandSignal, (raw) => void mailbox.push(readMessage(raw)), {
    description:
      'A command: { type: "command", id: "cmd/…", command: { name, … }, actor, requestId }',
  })
  setDefaultSignalHandler((_, ...args) => void mailbox.push(readMessage(args[0])))
  setHandler(stateQuery, () => state, { description: 'The state as it stands' })

  while (!ended() || mailbox.length > 0) {
    if (state) {
      behaviour.effects(state).forEach(launch)
      const mayContinue = inFlight.size === 0 && !lane.sending() && !state.advance
      if (workflowInfo().continueAsNewSuggested && mayContinue) {
        alarm.stop()
        await continueAsNew<(start: Start<S>) => Promise<void>>({
          id: start.id,
          state,
          mailbox,
          notified: lane.notified(),
        })
      }
    }
    const message = await next()
    if (message && !seen.has(message.id)) await handle(message)
  }
  alarm.stop()

  function ended(): boolean {
    if (!state) return start.mailbox.length > 0 && seen.size > 0 && mailbox.length === 0
    return behaviour.finished(state) && inFlight.size === 0 && lane.done()
  }

  async function handle(message: Message): Promise<void> {
    let wall: Wall | undefined
    for (;;) {
      const attempt = attemptOf(message, now(), wall)
      const recorded = await behaviour.record(start.id, state, message, attempt).catch(taskFailure)
      if (recorded.status === 'wall') {
        wall = recorded.wall
      } else if (recorded.status === 'held') {
        await behaviour.hold(start.id, recorded.reason).catch(taskFailure)
        await condition(() => mailbox.some(isResume))
        mailbox.splice(mailbox.findIndex(isResume), 1)
      } else {
        adopt(standing(message, recorded, wall))
        if (recorded.status === 'duplicate') seen.add(message.id)
        // Somebody else's line stands where ours should: decide again after it. A deadline is derived again.
        if (!seen.has(message.id) && message.type !== 'due') mailbox.unshift(message)
        return
      }
    }
  }

  function attemptOf(message: Message, decidedAt: number, wall: Wall | undefined): Attempt<E> {
    const at = message.type === 'due' ? Math.max(decidedAt, message.at) : decidedAt
    return { decision: behaviour.decide(state, message, decidedAt, wall), now: decidedAt, at }
  }

  /**
   * The lines that stand now. Ours is decided again at the time that the commit has seen: a task that
   * had to wait long for the database is replayed with a later clock than it first ran with.
   */
  function standing(message: Message, recorded: Standing<E>, wall: Wall | undefined): Entry<E>[] {
    if (recorded.status !== 'committed')
      return recorded.status === 'standing' ? recorded.entries : []
    const { decision, at } = attemptOf(message, recorded.now, wall)
    return [
      { version: (state?.version ?? 0) + 1, messageId: message.id, at, events: decision.events },
    ]
  }

  /** What stands in the database, not what we wished. */
  function adopt(entries: Entry<E>[]): void {
    for (const entry of entries) {
      const before = state
      state = behaviour.apply(state, entry)
      seen.add(entry.messageId)
      if (state) behaviour.committed(before, state)
    }
    if (entries.length > 0) lane.wake()
  }

  async function next(): Promise<Message | undefined> {
    for (;;) {
      const first = mailbox.shift()
      if (first) return first
      const due = earliest()
      if (due && (due.at <= now() || mayJump())) return due
      if (ended()) return undefined
      if (due) alarm.arm(due.at)
      const [rings, changes] = [alarm.rings(), lane.changes()]
      await condition(
        () =>
          mailbox.length > 0 || alarm.rings() !== rings || lane.changes() !== changes || ended(),
      )
    }
  }

  /** A moved clock goes from deadline to deadline, and waits at each for what follows from it. */
  function mayJump(): boolean {
    return state?.advance !== undefined && inFlight.size === 0 && !lane.busy()
  }

  function earliest(): Extract<Message, { type: 'due' }> | undefined {
    const all = state ? [...behaviour.deadlines(state), ...lane.deadlines()] : []
    const [first] = all
      .map(({ name, at }) => ({ type: 'due' as const, id: `due/${name}/${at}`, name, at }))
      .filter(({ id }) => !seen.has(id))
      .sort((a, b) => a.at - b.at)
    return first
  }

  function launch(call: Call): void {
    if (!state || launched.has(call.id)) return
    launched.add(call.id)
    inFlight.add(call.id)
    const push = (outcome: Outcome) => {
      inFlight.delete(call.id)
      mailbox.push({ type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
    }
    void behaviour.call(state, call).then(push, () => {
      push({ type: 'unknown', because: 'noAnswer' })
    })
  }
}

const isResume = (message: Message): boolean =>
  message.type === 'command' && message.command.name === 'resume'

/** A commit that was cut off fails the task, which runs again; it must never fail the payment. */
function taskFailure(error: unknown): never {
  throw new Error(String(error))
}
