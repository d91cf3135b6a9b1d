import type { ActorName } from './actor-name.ts'
import { isActorName } from './actor-name.ts'
import type { Outcome } from './call.ts'

/**
 * Everything that can happen to a payment or a tokenization arrives as a message. Ids carry their
 * kind (`cmd/`, `msg/`, `result/`, `due/`), so nobody can send a command that masks a result.
 */
export type Message<C extends Command = Command> =
  | CommandMessage<C>
  | { type: 'result'; id: string; callId: string; outcome: Outcome }
  | { type: 'due'; id: string; name: string; at: number }
  | { type: 'unreadable'; id: string; reason: string }

/** A command as it travels: who asked, why, until when it may still be done. */
export interface CommandMessage<C extends Command = Command> {
  type: 'command'
  id: string
  command: C
  actor: ActorName
  /** The merchant's API key that it came with: beside the actor, so that every worker knows who that is. */
  key?: string
  requestId: string
  /** The workflow that it is for; put in where it is sent. */
  to?: string
  /** Keyed hash of the request body, to tell a repeat from another request under the same key. */
  bodyHash?: string
  /** Without an Idempotency-Key: after this moment it must not happen any more. */
  notAfter?: number
}

export interface Command {
  name: string
}

export const commandMessageId = (commandId: string): string => `cmd/${commandId}`
export const commandIdOf = (messageId: string): string =>
  messageId.slice(messageId.indexOf('/') + 1)

/** True when its caller was told that it will not happen any more; a moved clock does not count. */
export const isExpired = (
  { notAfter }: CommandMessage,
  now: number,
  clock: { clockOffsetMs: number } = { clockOffsetMs: 0 },
): boolean => now - clock.clockOffsetMs > (notAfter ?? Infinity)

/**
 * Reads what came with a signal, from wherever it came. It never throws, because a throw in a signal
 * handler would fail the payment's workflow: what cannot be read becomes a message of its own.
 */
export function readMessage(raw: unknown): Message {
  const problem = problemOf(raw)
  if (problem === undefined) return raw as CommandMessage
  return { type: 'unreadable', id: `cmd/unreadable-${fingerprintOf(raw)}`, reason: problem }
}

/** A message that is kept, but not listened to: whoever sent it is not whom we take orders from. */
export const refusedMessage = (raw: unknown, reason: string): Message => ({
  type: 'unreadable',
  id: `cmd/refused-${fingerprintOf([reason, raw])}`,
  reason,
})

export interface Addressee {
  workflowId: string
  /** All that is for it says so; earlier ones take messages that name nobody. */
  named: boolean
}

/** Why a message that can be read is not to be listened to: it is from nobody, or for another. */
export function doubtOf(raw: unknown, { workflowId, named }: Addressee): string | undefined {
  if (problemOf(raw) !== undefined) return undefined
  const { actor, to } = raw as CommandMessage
  if (!isActorName(actor)) return 'its actor is nobody we know'
  if (to === undefined ? named : to !== workflowId) return 'it is for another workflow'
  return undefined
}

function problemOf(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return 'not an object'
  const message = raw as Partial<Record<keyof CommandMessage, unknown>>
  if (message.type !== 'command') return 'type must be "command"'
  if (typeof message.id !== 'string' || !/^(cmd|msg)\/[\w/.:-]{1,200}$/.test(message.id))
    return 'id must start with cmd/ or msg/'
  if (typeof message.actor !== 'string' || message.actor === '') return 'actor is missing'
  if (typeof message.requestId !== 'string') return 'requestId is missing'
  if (message.notAfter !== undefined && typeof message.notAfter !== 'number')
    return 'notAfter must be a number'
  const command = message.command as Partial<Command> | null | undefined
  return typeof command?.name === 'string' ? undefined : 'command.name is missing'
}

/** A short text that is the same for the same input, so a repeated unreadable signal stays one. */
function fingerprintOf(raw: unknown): string {
  let hash = 5381
  for (const character of safeText(raw)) hash = (hash * 33 + character.charCodeAt(0)) % 4294967291
  return hash.toString(36)
}

function safeText(raw: unknown): string {
  try {
    // A signal may come without any argument, which has no JSON.
    return JSON.stringify(raw ?? null)
  } catch {
    return String(raw)
  }
}
