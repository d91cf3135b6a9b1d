import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { tsToMs } from '@temporalio/common/lib/time.js'
import { decodePayloads, jsonOf } from './payloads.ts'

const RPC_MS = 5_000
const LOOKED_AT = 20

/** Why the tasks of a workflow fail, as its history says. */
export async function lastTaskFailure(
  client: Client,
  codec: PayloadCodec,
  workflowId: string,
): Promise<{ message: string; at?: Date }> {
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
    }
  }
  return { message: 'the task timed out' }
}
