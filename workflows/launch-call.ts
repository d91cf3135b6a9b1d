import type { Call, Outcome, QuickOutcome } from '../src/domain/actor/call.ts'
import type { Message } from '../src/domain/actor/message.ts'
import type { BegunCall } from './perform-call.ts'
import type { Shape } from './revision.ts'

/** The two ways in which an actor calls the outside. */
export interface Caller<S> {
  call(state: S, call: Call, shape: Shape): Promise<Outcome>
  /** The same, inside this task as far as it goes. */
  beginCall(state: S, call: Call, shape: Shape, made?: QuickOutcome): Promise<BegunCall>
}

interface Launching<S> {
  behaviour: Caller<S>
  mailbox: Message[]
  launched: Set<string>
  /** Answers to calls that were made in the step before this one. */
  made: Map<string, QuickOutcome>
  inFlight: Set<string>
  shape: Shape
}

/**
 * Makes a call once; its outcome comes to the mailbox. What is done inside the task is waited for
 * before anything else is: a replay gives back all answers of a task at once, and two of them at a
 * time could come in another order than they first did.
 */
export function launchCall<S>(
  { behaviour, launched, made, inFlight, mailbox, shape }: Launching<S>,
  state: S,
  call: Call,
): Promise<void> | undefined {
  if (launched.has(call.id)) return undefined
  launched.add(call.id)
  inFlight.add(call.id)
  const push = (outcome: Outcome) => {
    inFlight.delete(call.id)
    mailbox.push({ type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
  }
  const pushLater = (outcome: Promise<Outcome>): void => {
    void outcome.then(push, () => {
      push({ type: 'unknown', because: 'noAnswer' })
    })
  }
  if (shape.oneTaskPerStep)
    return behaviour.beginCall(state, call, shape, made.get(call.id)).then((begun) => {
      made.delete(call.id)
      if ('outcome' in begun) push(begun.outcome)
      else pushLater(begun.later)
    })
  pushLater(behaviour.call(state, call, shape))
  return undefined
}
