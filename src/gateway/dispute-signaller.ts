import type { Client } from '@temporalio/client'
import type { SignalDispute } from '../../activities/deps.ts'
import { createActors } from './actors.ts'
import { disputeStart } from './gateway.ts'
import { present } from '../domain/present.ts'

/** Disputes as settlement reaches them: told to the one that is there, or the beginning of it. */
export function createDisputeSignaller(client: Client): SignalDispute {
  const actors = createActors(client)
  return (message, state) => actors.reopen({ ...disputeStart(message), ...present({ state }) })
}
