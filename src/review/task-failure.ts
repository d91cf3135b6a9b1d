import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { tsToMs } from '@temporalio/common/lib/time.js'
import { present } from '../domain/present.ts'
import { decodePayloads, jsonOf } from './payloads.ts'

const RPC_MS = 5_000
const LOOKED_AT = 20

export interface TaskFailure {
  message: string
  at?: Date
  /** Of the worker that failed; workers without a build id do not say. */
  build?: string
}

/** Why the tasks of a workflow fail, as its history says. */
export async function lastTaskFailure(
  client: Client,
  codec: PayloadCodec,
  workflowId: string,
): Promise<TaskFailure> {
  const { namespace } = client.options
  const { history } = await client.withDeadline(Date.now() + RPC_MS, () =>
    client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace,
      execution: { workflowId },
      maximumPageSize: LOOKED_AT,
    }),
  )
  for (const event of history?.events ?? []) {
    const failed = event.workflowTaskFailedEventAttributes
    if (!failed) continue
    const { failure } = failed
    await decodePayloads(failure, codec, { type: 'workflow', namespace, workflowId })
    const hidden = failure?.encodedAttributes ? jsonOf(failure.encodedAttributes) : undefined
    const { message } = (hidden ?? {}) as { message?: string }
    return {
      message: message ?? failure?.message ?? 'no reason given',
      at: new Date(tsToMs(event.eventTime)),
      ...present({ build: buildOf(failed.identity ?? '') }),
    }
  }
  return { message: 'the task timed out' }
}

/** A worker with a build id says it before its process (`worker/versioning.ts`). */
const buildOf = (identity: string): string | undefined => /^(\S+) \S+@/.exec(identity)?.[1]
