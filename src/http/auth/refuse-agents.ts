import { Refused } from '../refused.ts'
import type { Caller } from './caller.ts'

/** What belongs to the merchant as a whole is nobody's who only acts for it. */
export function refuseAgents({ agentId }: Caller): void {
  if (agentId !== undefined) throw new Refused('forbidden')
}
