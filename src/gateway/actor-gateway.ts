import type { CommandOutcome, Decision } from '../domain/actor/decision.ts'
import type { ActorName } from '../domain/actor/actor-name.ts'
import type { Command, CommandMessage } from '../domain/actor/message.ts'
import { commandMessageId } from '../domain/actor/message.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { ActorPrefix } from '../domain/id.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Log } from '../process/log.ts'
import type { ActorReads, CommandEnd } from '../postgres/actor-reads.ts'
import type { Admission } from './admission.ts'
import type { Leave } from './places.ts'
import type { ActorReopening, Actors, ActorStart } from './actors.ts'
import { createLine } from './line.ts'
import { present } from '../domain/present.ts'

const OUTCOME_MS = 12_000
const PAYER_STEP_MS = 10_000

/** Who asks, under which id and until when. */
export interface Meta {
  commandId: string
  actor: ActorName
  /** The API key that it came with. */
  key?: string
  requestId: string
  /** Of a keyed request: tells a repeat from another request under the same key. */
  bodyHash?: string
  /** Without a key: the moment after which it must not happen any more. */
  notAfter?: number
  waitForPayer?: boolean
  /** Of merchants' and payers' commands: whose turn it is. All others come in without a turn. */
  merchantId?: string
}

export interface ActorAnswer<S> {
  outcome: CommandOutcome
  state?: S
  replayed: boolean
  /** Where to look when the outcome is not known. */
  id?: string
}

export interface State {
  id: string
  version: number
  clockOffsetMs: number
}

/** What sets payments, tokenizations and disputes apart. */
export interface ActorTraits<S extends State> {
  prefix: ActorPrefix
  reads: Pick<
    ActorReads<S>,
    'find' | 'commandEnd' | 'waitForCommandEnd' | 'endOrNever' | 'waitForNewer'
  >
  decide(state: S, message: CommandMessage, now: number): Decision<unknown>
  /** True while the payer's next step is still being found out. */
  inMotion(state: S): boolean
  /** How one whose workflow has closed is started again, for a provider that comes late. */
  reopening?(state: S, message: CommandMessage): ActorReopening
}

/**
 * Sends commands to one kind of workflow. A command is durable when Temporal has taken it; its
 * outcome is read from the journal, so an answer never says more than what is committed.
 */
export function createActorGateway<S extends State>(
  { actors, log, admission }: { actors: Actors; log: Log; admission?: Admission | undefined },
  traits: ActorTraits<S>,
) {
  const line = createLine()

  async function create(start: ActorStart, meta: Meta): Promise<ActorAnswer<S>> {
    const { id, message } = start
    const earlier = await known(traits, id, message, meta)
    if (earlier) return earlier
    const leave = await enter(meta)
    if (!leave) return refused('unavailable')
    try {
      await failpoint('api.create.before_temporal', { key: id })
      const isKnown = await acknowledged(log, id, () => actors.start(start), false)
      await failpoint('api.create.after_temporal_before_outcome', { key: id })
      return await answer(traits, id, message, { ...meta, leave }, isKnown)
    } finally {
      leave()
    }
  }

  async function send(state: S, command: Command, meta: Meta): Promise<ActorAnswer<S>> {
    const { id } = state
    const message = messageOf(command, meta)
    const earlier = await known(traits, id, message, meta)
    if (earlier) return earlier
    const { changes, ...plain } = decided(traits, state, message)
    // What a provider or a browser repeats for nothing must not cost the payment anything.
    const isNews = changes || !meta.actor.startsWith('provider/')
    if (isRefused(plain.outcome, meta) || !isNews) return plain
    if (!line.enter(id)) return refused('too_many_commands', state)
    const leave = await enter(meta)
    try {
      if (!leave) return refused('unavailable')
      await failpoint(`api.${command.name}.before_temporal`, { key: id })
      const signal = () => actors.signal(traits.prefix, id, message)
      const isOpen = await acknowledged(log, id, signal, true)
      await failpoint(`api.${command.name}.after_temporal_before_outcome`, { key: id })
      if (!isOpen && !(await reopened(traits, id, message, meta)))
        return await answerClosed(traits, id, message, meta)
      return await answer(traits, id, message, { ...meta, leave }, false)
    } finally {
      leave?.()
      line.leave(id)
    }
  }

  const enter = async ({ merchantId }: Meta): Promise<Leave | undefined> =>
    merchantId === undefined || !admission ? () => undefined : admission.enter(merchantId)

  /** Money of a payer who is very late is still money: who tells of it is heard after the close. */
  async function reopened(
    { reads, reopening }: ActorTraits<S>,
    id: string,
    message: CommandMessage,
    { actor }: Meta,
  ): Promise<boolean> {
    const state = reopening && actor.startsWith('provider/') ? await reads.find(id) : undefined
    if (!reopening || !state || !decided(traits, state, message).changes) return false
    await acknowledged(log, id, () => actors.reopen(reopening(state, message)).then(isTrue), true)
    return true
  }

  return { create, send }
}

export const isTrue = () => true

/** What a keyed command came to when it was sent before. */
async function known<S extends State>(
  { reads }: ActorTraits<S>,
  id: string,
  message: CommandMessage,
  meta: Meta,
): Promise<ActorAnswer<S> | undefined> {
  if (meta.bodyHash === undefined) return undefined
  const earlier = await reads.commandEnd(id, message.id)
  return earlier && replay(earlier, meta)
}

/** A lost answer is not a failure: it may have happened, so its outcome is awaited. */
export async function acknowledged(
  log: Log,
  id: string,
  act: () => Promise<boolean>,
  otherwise: boolean,
): Promise<boolean> {
  try {
    return await act()
  } catch (error) {
    log.warn({ id, err: error }, 'a command was not acknowledged')
    return otherwise
  }
}

/** What the committed row already tells; it costs Temporal nothing and leaves nothing behind. */
export function decided<S extends State>(
  { decide }: ActorTraits<S>,
  state: S,
  message: CommandMessage,
): ActorAnswer<S> & { changes: boolean } {
  const { outcome, events } = decide(state, message, Date.now() + state.clockOffsetMs)
  return { outcome, state, replayed: false, changes: events.length > 0 }
}

/**
 * Whether the row's refusal is the answer. The database holds a payment while a command waits in its
 * mailbox, to be carried out when it goes on: one under a key may be that command, so it is sent on, and
 * its refusal is told when the workflow has recorded it.
 */
const isRefused = (outcome: CommandOutcome, { bodyHash }: Meta): boolean =>
  !outcome.accepted && !(outcome.code === 'payment_held' && bodyHash !== undefined)

/**
 * Its workflow has closed, and all that it ever took is committed: this command too, when it was sent
 * before or the first try to hand it over had lost its answer. Of others, what changes nothing can still
 * be answered.
 */
async function answerClosed<S extends State>(
  traits: ActorTraits<S>,
  id: string,
  message: CommandMessage,
  meta: Meta,
): Promise<ActorAnswer<S>> {
  const end = await traits.reads.commandEnd(id, message.id)
  if (end) return replay(end, meta)
  const state = await traits.reads.find(id)
  if (!state) return refused('unavailable')
  const { changes, ...plain } = decided(traits, state, message)
  return changes ? refused('unavailable', state) : plain
}

export async function answer<S extends State>(
  traits: ActorTraits<S>,
  id: string,
  message: CommandMessage,
  meta: Meta & { leave: Leave },
  isKnown: boolean,
): Promise<ActorAnswer<S>> {
  const end = await outcomeOf(traits, id, message, isKnown).catch(() => 'unknown' as const)
  // What follows is waiting for others, and takes no place from those who have work to do.
  meta.leave()
  if (end === 'unknown') return unknownOutcome(id, meta)
  if (end === 'never') return isKnown ? replayCreate(traits, id) : refused('unavailable')
  if (isKnown && end.bodyHash !== meta.bodyHash) return refused('idempotency_key_reused')
  const state = meta.waitForPayer && end.state ? await payerStep(traits, end.state) : end.state
  await failpoint(`api.${message.command.name}.after_outcome_before_reply`, { key: id })
  return present({ outcome: end.outcome, replayed: isKnown, state })
}

/** Without a key, that something did not happen is said only when it cannot happen any more. */
async function outcomeOf<S extends State>(
  { reads }: ActorTraits<S>,
  id: string,
  { id: messageId, notAfter }: CommandMessage,
  isKnown: boolean,
): Promise<CommandEnd<S> | 'never' | 'unknown'> {
  const options = { justSent: !isKnown }
  const end = await reads.waitForCommandEnd(id, messageId, OUTCOME_MS, options)
  if (end) return end
  return notAfter === undefined ? 'never' : reads.endOrNever(id, messageId, notAfter)
}

/**
 * Temporal has it, and nobody could read what became of it: 503 would say that it did not happen. Who
 * has a key asks again with it.
 */
const unknownOutcome = <S>(id: string, { bodyHash }: Meta): ActorAnswer<S> =>
  bodyHash === undefined ? { ...refused('outcome_unknown'), id } : refused('unavailable')

/** The same one made by another command id: a retry of a parent that was retried before. */
async function replayCreate<S extends State>(
  { reads }: ActorTraits<S>,
  id: string,
): Promise<ActorAnswer<S>> {
  const state = await reads.find(id)
  return state ? { outcome: { accepted: true }, state, replayed: true } : refused('unavailable')
}

/** Waits until it is known what the payer has to do next, if anything. */
async function payerStep<S extends State>(
  { reads, inMotion }: ActorTraits<S>,
  state: S,
): Promise<S> {
  const end = Date.now() + PAYER_STEP_MS
  let current = state
  while (inMotion(current) && Date.now() < end) {
    const { id, version } = current
    // What is committed is answered, even when what follows it cannot be read.
    const newer = await reads.waitForNewer(id, version, end - Date.now()).catch(() => undefined)
    current = newer ?? current
  }
  return current
}

export const messageOf = <C extends Command>(command: C, meta: Meta): CommandMessage<C> => ({
  type: 'command',
  id: commandMessageId(meta.commandId),
  command,
  actor: meta.actor,
  requestId: meta.requestId,
  ...present({ key: meta.key, bodyHash: meta.bodyHash, notAfter: meta.notAfter }),
})

function replay<S>({ outcome, bodyHash, state }: CommandEnd<S>, meta: Meta): ActorAnswer<S> {
  if (bodyHash !== meta.bodyHash) return refused('idempotency_key_reused')
  return present({ outcome, replayed: meta.bodyHash !== undefined, state })
}

const refused = <S>(code: RefusalCode, state?: S): ActorAnswer<S> => ({
  outcome: { accepted: false, code },
  replayed: false,
  ...present({ state }),
})
