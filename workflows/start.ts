import { workflowInfo } from '@temporalio/workflow'
import type { Message } from '../src/domain/actor/message.ts'
import { authentic, refusesNow } from './receive.ts'

/** Where an actor begins: new, or as the run before left it. */
export interface Start<S> {
  id: string
  /** The workflow that this is for; then every message to it names it too. */
  to?: string
  state?: S
  mailbox: Message[]
  /** How many notifications have found their end. */
  notified: number
  /** Which shape its history has (`workflows/revision.ts`); none is 1. */
  revision?: number
}

/** What the gateway started this workflow with; undefined when somebody else did. */
export function startOfOurs<S>(given: Start<S>): Start<S> | undefined {
  const start = authentic(given)
  const isForAnother = start?.to !== undefined && start.to !== workflowInfo().workflowId
  // A history that is replayed elsewhere has lost its workflow's name.
  return isForAnother && refusesNow() ? undefined : start
}
