import type { Call } from './call.ts'
import type { Decision } from './decision.ts'
import type { Message } from './message.ts'

/**
 * What stands beside a commit in the Temporal UI: which message it was, and what was decided, such as
 * `capture: captureStarted` or `authorize approved: authorized, completed`.
 */
export function summaryOfCommit(
  state: { calls: Call[] } | undefined,
  message: Message,
  { events, outcome }: Decision<{ type: string }>,
): string {
  const decided = outcome.accepted
    ? events.map(({ type }) => type).join(', ') || 'changes nothing'
    : `refused, ${outcome.code}`
  return `${nameOf(state, message)}: ${decided}`.slice(0, LONGEST)
}

const LONGEST = 200

function nameOf(state: { calls: Call[] } | undefined, message: Message): string {
  if (message.type === 'command') return message.command.name
  if (message.type === 'due') return `deadline ${message.name}`
  if (message.type === 'unreadable') return 'unreadable message'
  const call = state?.calls.find(({ id }) => id === message.callId)
  return `${call?.kind ?? 'late answer'} ${message.outcome.type}`
}
