import { CancellationScope, condition, continueAsNew, workflowInfo } from '@temporalio/workflow'
import type { Decision, Wall } from '../src/domain/actor/decision.ts'
import type { JournalEntry, RecordedAt } from '../src/domain/actor/entry.ts'
import type { Addressee, Message } from '../src/domain/actor/message.ts'
import type { Call } from '../src/domain/actor/call.ts'
import { createAlarmClock } from './alarm-clock.ts'
import { isDrop, isResume, remainsOf } from './dropped-message.ts'
import { meetWall } from './meet-wall.ts'
import { NotificationLane } from './notification-lane.ts'
import { listen } from './listen.ts'
import { launchCall } from './launch-call.ts'
import type { Caller } from './launch-call.ts'
import { refuseStart } from './receive.ts'
import { oneTaskPerStep } from './revision.ts'
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
  ): Promise<RecordedAt<E>>
  /** Shows operators what stands now. */
  committed(state: S, revision: number): void
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
  return CancellationScope.nonCancellable(() => loop(newActor(behaviour, start)))
}

/** One actor's memory. What must survive a crash is in the journal; this is rebuilt by replay. */
interface Actor<S extends ActorState, E> {
  id: string
  addressee: Addressee
  behaviour: Behaviour<S, E>
  state: S | undefined
  mailbox: Message[]
  /** Messages that have been taken; `record` knows those of earlier runs. */
  seen: Set<string>
  launched: Set<string>
  inFlight: Set<string>
  now: () => number
  revision: number
  lane: NotificationLane
  alarm: ReturnType<typeof createAlarmClock>
}

function newActor<S extends ActorState, E>(
  behaviour: Behaviour<S, E>,
  { id, to, state, mailbox, notified, revision = 1 }: Start<S>,
): Actor<S, E> {
  const now = () => Date.now() + (actor.state?.clockOffsetMs ?? 0)
  const quick = revision >= oneTaskPerStep
  const actor: Actor<S, E> = {
    id,
    addressee: { workflowId: workflowInfo().workflowId, named: to !== undefined },
    behaviour,
    state,
    mailbox: [...mailbox],
    seen: new Set(),
    // A result that waits unread in the mailbox has had its call.
    launched: new Set(
      mailbox.flatMap((message) => (message.type === 'result' ? [message.callId] : [])),
    ),
    inFlight: new Set(),
    now,
    revision,
    lane: new NotificationLane({ ownerId: id, notified, now, state: () => actor.state, quick }),
    alarm: createAlarmClock(now, { movesLater: quick }),
  }
  return actor
}

async function loop<S extends ActorState, E>(actor: Actor<S, E>): Promise<void> {
  const { behaviour, mailbox, seen, alarm } = actor
  listen(actor)
  while (!ended(actor) || mailbox.length > 0) {
    if (actor.state) {
      for (const call of behaviour.effects(actor.state)) {
        const launching = launchCall(actor, actor.state, call)
        if (launching) await launching
      }
      await continueWhenLong(actor, actor.state)
    }
    const message = await next(actor)
    if (message && !seen.has(message.id)) await handle(actor, message)
  }
  alarm.stop()
}

function ended<S extends ActorState, E>({
  state,
  behaviour,
  mailbox,
  seen,
  inFlight,
  lane,
}: Actor<S, E>): boolean {
  if (!state) return seen.size > 0 && mailbox.length === 0
  return behaviour.finished(state) && inFlight.size === 0 && lane.done
}

/** A long history goes on in a new one, with the state and the unread mailbox, and nothing under way. */
async function continueWhenLong<S extends ActorState, E>(
  actor: Actor<S, E>,
  state: S,
): Promise<void> {
  const { id, mailbox, inFlight, lane, alarm, revision } = actor
  const idle = inFlight.size === 0 && !lane.sending && !state.advance
  if (!idle || !workflowInfo().continueAsNewSuggested) return
  alarm.stop()
  await continueAsNew<(start: Start<S>) => Promise<void>>({
    ...{ id, to: workflowInfo().workflowId, state, mailbox, revision },
    notified: lane.notified,
  })
}

async function handle<S extends ActorState, E>(
  actor: Actor<S, E>,
  message: Message,
): Promise<void> {
  const { id, behaviour, mailbox, seen, lane } = actor
  let wall: Wall | undefined
  const met = new Set<Wall>()
  for (;;) {
    const attempt = attemptOf(actor, message, actor.now(), wall)
    const recorded = await behaviour.record(id, actor.state, message, attempt).catch(taskFailure)
    if (recorded.status === 'wall') {
      wall = meetWall(met, recorded.wall)
    } else if (recorded.status === 'held') {
      await behaviour.hold(id, recorded.reason).catch(taskFailure)
      lane.leaveLoop()
      await condition(() => mailbox.some(isResume))
      lane.returnToLoop()
      const [resume] = mailbox.splice(mailbox.findIndex(isResume), 1)
      if (isDrop(resume) && (await dropped(actor, message, resume))) return
    } else {
      adopt(actor, standing(actor, message, recorded, wall))
      if (recorded.status === 'duplicate') seen.add(message.id)
      // Somebody else's line stands where ours should: decide again after it. A deadline is derived again.
      if (!seen.has(message.id) && message.type !== 'due') mailbox.unshift(message)
      return
    }
  }
}

/** Two people's order stands in the place of a message that can never be recorded. */
async function dropped<S extends ActorState, E>(
  actor: Actor<S, E>,
  message: Message,
  order: Message,
): Promise<boolean> {
  const attempt = attemptOf(actor, order, actor.now(), undefined)
  const { id, behaviour, state, mailbox, seen } = actor
  const recorded = await behaviour.record(id, state, order, attempt).catch(taskFailure)
  if (recorded.status !== 'committed') return false
  if (state) adopt(actor, standing(actor, order, recorded, undefined))
  seen.add(message.id)
  mailbox.unshift(...remainsOf(message))
  return true
}

function attemptOf<S extends ActorState, E>(
  { behaviour, state }: Actor<S, E>,
  message: Message,
  now: number,
  wall: Wall | undefined,
): Attempt<E> {
  const at = message.type === 'due' ? Math.max(now, message.at) : now
  return { decision: behaviour.decide(state, message, now, wall), now, at }
}

/**
 * The lines that stand now. Ours is decided again at the time that the commit has seen: a task that
 * had to wait long for the database is replayed with a later clock than it first ran with.
 */
function standing<S extends ActorState, E>(
  actor: Actor<S, E>,
  message: Message,
  recorded: Standing<E>,
  wall: Wall | undefined,
): JournalEntry<E>[] {
  if (recorded.status !== 'committed') return recorded.status === 'standing' ? recorded.entries : []
  const { decision, at } = attemptOf(actor, message, recorded.now, wall)
  const version = (actor.state?.version ?? 0) + 1
  return [{ version, messageId: message.id, at, events: decision.events }]
}

/** What stands in the database, not what we wished. */
function adopt<S extends ActorState, E>(actor: Actor<S, E>, entries: JournalEntry<E>[]): void {
  const { behaviour, seen, lane } = actor
  for (const entry of entries) {
    actor.state = behaviour.apply(actor.state, entry)
    seen.add(entry.messageId)
    if (actor.state) behaviour.committed(actor.state, actor.revision)
  }
  if (entries.length > 0) lane.wake()
}

async function next<S extends ActorState, E>(actor: Actor<S, E>): Promise<Message | undefined> {
  const { mailbox, alarm, lane, now } = actor
  for (;;) {
    const first = mailbox.shift()
    if (first) return first
    const due = earliest(actor)
    if (due && (due.at <= now() || mayJump(actor))) return due
    if (lane.mayAttempt) {
      await lane.attempt()
      continue
    }
    if (ended(actor)) return undefined
    if (due) alarm.arm(due.at, due.name)
    const [rings, changes] = [alarm.rings(), lane.changes]
    await condition(
      () =>
        mailbox.length > 0 || alarm.rings() !== rings || lane.changes !== changes || ended(actor),
    )
  }
}

/** A moved clock goes from deadline to deadline, and waits at each for what follows from it. */
const mayJump = <S extends ActorState, E>({ state, inFlight, lane }: Actor<S, E>): boolean =>
  state?.advance !== undefined && inFlight.size === 0 && !lane.busy

function earliest<S extends ActorState, E>({
  behaviour,
  state,
  lane,
  seen,
}: Actor<S, E>): Due | undefined {
  const all = state ? [...behaviour.deadlines(state), ...lane.deadlines] : []
  const [first] = all
    .map(({ name, at }): Due => ({ type: 'due', id: `due/${name}/${at}`, name, at }))
    .filter(({ id }) => !seen.has(id))
    .sort((a, b) => a.at - b.at)
  return first
}

type Due = Extract<Message, { type: 'due' }>

/** A commit that was cut off fails the task, which runs again; it must never fail the payment. */
function taskFailure(error: unknown): never {
  throw new Error(String(error))
}
