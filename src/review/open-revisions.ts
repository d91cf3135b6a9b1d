import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import type { History } from './history.ts'
import { decodePayloads, jsonOf } from './payloads.ts'

const QUERY = `ExecutionStatus = 'Running' and WorkflowType in ('payment', 'tokenization', 'dispute')`

/**
 * How many open runs have each shape (`workflows/revision.ts`): a shape that none has can be removed
 * from the code. Only the start of each is read.
 */
export async function openRevisions(
  client: Client,
  codec: PayloadCodec,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for await (const { workflowId, runId } of client.workflow.list({ query: QUERY })) {
    const revision = revisionOf(await readStart(client, codec, { workflowId, runId }))
    counts[revision] = (counts[revision] ?? 0) + 1
  }
  return counts
}

async function readStart(
  { workflowService, options: { namespace } }: Client,
  codec: PayloadCodec,
  execution: { workflowId: string; runId: string },
): Promise<History> {
  const { history } = await workflowService.getWorkflowExecutionHistory({
    namespace,
    execution,
    maximumPageSize: 1,
  })
  const start = { events: (history?.events ?? []).slice(0, 1) }
  const { workflowId } = execution
  await decodePayloads(start, codec, { type: 'workflow', namespace, workflowId })
  return start
}

/** The shape of a history is in what its workflow was started with. */
export function revisionOf({ events }: History): number {
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  const start = payload && jsonOf(payload)
  return (start as { revision?: number } | undefined)?.revision ?? 1
}
