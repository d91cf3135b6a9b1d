import type { Caller } from './caller.ts'
import { Refused } from '../refused.ts'

/** An agent that is named in a body acts for the merchant, and is the caller when that is an agent. */
export function checkAgent(
  { merchant, agentId }: Caller,
  agent: { merchantId?: string | undefined } | undefined,
): void {
  const named = agent?.merchantId
  if (named === undefined || named === agentId) return
  if (agentId !== undefined || !merchant.agents.includes(named))
    throw new Refused('agent_without_agreement')
}
