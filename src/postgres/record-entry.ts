import { withKey } from '../domain/actor/actor-name.ts'
import type { Decision, Wall } from '../domain/actor/decision.ts'
import type { Recorded } from '../domain/actor/entry.ts'
import type { Message } from '../domain/actor/message.ts'
import type { Db, Statement } from './db.ts'
import { isAnswer, one } from './db.ts'

/** Commits one message of a payment or a tokenization with all that follows from it, or nothing. */
export async function recordEntry<E>(db: Db, sql: Statement, entry: object): Promise<Recorded<E>> {
  try {
    const { answer } = await one<{ answer: Recorded<E> }>(db, sql, [JSON.stringify(entry)])
    return answer
  } catch (error) {
    return refusalOf(error)
  }
}

interface Line<E> {
  ownerId: string
  version: number
  /** What the worker believes to stand; the database knows better. */
  before: object | undefined
  message: Message
  decision: Decision<E>
  at: number
}

/** The line of the journal: who asked for what, what happened, and what the caller is told. */
export const journalLine = <E>(line: Line<E>): object => {
  const { ownerId, version, before, message, decision, at } = line
  return {
    ownerId,
    version,
    startedFrom: before,
    messageId: message.id,
    ...requestOf(message),
    ...(decision.outcome.accepted && { notAfter: notAfterOf(message) }),
    at,
    events: decision.events,
    outcome: decision.outcome,
  }
}

/** What is done only until then; a refusal may be written at any time. */
const notAfterOf = (message: Message): number | undefined =>
  message.type === 'command' ? message.notAfter : undefined

function requestOf(message: Message): object {
  if (message.type !== 'command') return { command: message.type }
  const { key, requestId, bodyHash, command } = message
  const isOperator = message.actor.startsWith('operator/')
  const actor = key === undefined ? message.actor : withKey(message.actor, key)
  return {
    command: command.name,
    actor,
    requestId,
    bodyHash,
    // The database compares it with what a second person agreed to.
    ...(isOperator && { operatorOrder: command }),
  }
}

/** Walls are outcomes; a broken constraint stops this one actor; anything else is tried again. */
export function refusalOf(
  error: unknown,
): { status: 'wall'; wall: Wall } | { status: 'held'; reason: string } {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'TGW01') return { status: 'wall', wall: message as Wall }
  if (isAnswer(error)) return { status: 'held', reason: message ?? '' }
  throw error
}
