import type { Client } from '@temporalio/client'
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import type { SearchAttributePair } from '@temporalio/common'
import { TypedSearchAttributes } from '@temporalio/common'
import { workflowIdOf } from '../domain/id.ts'
import type { ActorPrefix } from '../domain/id.ts'
import type { CommandMessage } from '../domain/actor/message.ts'
import { newestRevision } from '../../workflows/revision.ts'

const RPC_MS = 5_000
const MAX_SUMMARY = 150

export interface ActorKind {
  workflow: 'payment' | 'tokenization' | 'dispute'
  prefix: ActorPrefix
}

export interface ActorStart extends ActorKind {
  id: string
  /** The create command. */
  message: CommandMessage
  summary: string
  attributes: SearchAttributePair[]
}

/** What one goes on from when its workflow is not there. */
export interface Revival extends Omit<ActorStart, 'message'> {
  state: { id: string; notificationSequence: number }
}

/** How one that has closed goes on: from its state, with one more message; without a state it begins with it. */
export type ActorReopening = Omit<Revival, 'state'> &
  Partial<Pick<Revival, 'state'>> &
  Pick<ActorStart, 'message'>

/** The one place that starts or signals the workflows of payments and tokenizations. */
export interface Actors {
  /** True when it was there already: an earlier try, or another request under the same key. */
  start(start: ActorStart): Promise<boolean>
  /** False when its workflow has closed: nothing can happen to it any more. */
  signal(prefix: ActorKind['prefix'], id: string, message: CommandMessage): Promise<boolean>
  /** A new run of a workflow that has closed, or a signal to it when another was faster. */
  reopen(reopening: ActorReopening): Promise<void>
}

/** Throws when Temporal did not acknowledge; it may have happened all the same. */
export const createActors = (
  client: Client,
  {
    taskQueue = 'payments',
    eager = false,
  }: { taskQueue?: string | undefined; eager?: boolean | undefined } = {},
): Actors => ({
  start: async (start) => {
    const { workflow, id, message } = start
    const to = workflowIdOf(start.prefix, id)
    const begun = { id, to, mailbox: [message], notified: 0, revision: newestRevision }
    try {
      await client.withDeadline(Date.now() + RPC_MS, () =>
        client.workflow.start(workflow, {
          ...optionsOf(start, message.requestId, taskQueue),
          args: [begun],
          // One that was ended from outside before its create was recorded must not stand in the way.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          requestEagerStart: eager,
        }),
      )
      return false
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return true
      throw error
    }
  },

  signal: async (prefix, id, message) => {
    const to = workflowIdOf(prefix, id)
    const handle = client.workflow.getHandle(to)
    try {
      const addressed = { ...message, to }
      await client.withDeadline(Date.now() + RPC_MS, () =>
        handle.signal(signalOf(message), addressed),
      )
      return true
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false
      throw error
    }
  },

  reopen: async (reopening) => {
    const { workflow, prefix, id, state } = reopening
    const to = workflowIdOf(prefix, id)
    const message = { ...reopening.message, to }
    const notified = state?.notificationSequence ?? 0
    // Taken once, from the mailbox or from the signal: a run that is there gets the signal only.
    const begun = { id, to, state, mailbox: [message], revision: newestRevision, notified }
    await client.withDeadline(Date.now() + RPC_MS, () =>
      client.workflow.signalWithStart(workflow, {
        ...optionsOf(reopening, message.requestId, taskQueue),
        args: [begun],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        signal: signalOf(message),
        signalArgs: [message],
      }),
    )
  },
})

/** Signals carry no summary: the name tells operators which command it was. Workflows take any. */
const signalOf = ({ command }: CommandMessage): string => command.name

/**
 * Begins again from what stood, unless it runs; so many of its notifications have found their end. With the
 * message it learns what was committed since.
 */
export async function reviveActor(
  client: Client,
  revival: Revival,
  notified: number,
  message: CommandMessage,
): Promise<void> {
  const { workflow, prefix, id, state } = revival
  const to = workflowIdOf(prefix, id)
  const mailbox = [{ ...message, to }]
  const start = { id, to, state, mailbox, revision: newestRevision, notified }
  try {
    await client.withDeadline(Date.now() + RPC_MS, () =>
      client.workflow.start(workflow, {
        ...optionsOf(revival, 'repair', 'payments'),
        args: [start],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      }),
    )
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

const optionsOf = (
  { prefix, id, summary, attributes }: Omit<ActorStart, 'message'>,
  requestId: string,
  taskQueue: string,
) => ({
  workflowId: workflowIdOf(prefix, id),
  taskQueue,
  workflowTaskTimeout: '5s' as const,
  staticSummary: summary.slice(0, MAX_SUMMARY),
  memo: { requestId },
  typedSearchAttributes: new TypedSearchAttributes(attributes),
})
