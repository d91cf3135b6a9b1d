import type { Client } from '@temporalio/client'
import { WorkflowNotFoundError } from '@temporalio/client'

const RPC_MS = 10_000
/** So many ids in one question. */
const AT_ONCE = 100
const NOT_BY_THEMSELVES = `WorkflowType in ('payment', 'tokenization', 'dispute')
  and ExecutionStatus in ('Terminated', 'Failed', 'Canceled', 'TimedOut')`

/** Ids of workflows that somebody or something has ended since then; what was begun again is among them. */
export async function listEnded(client: Client, since: Date, most: number): Promise<string[]> {
  const query = `${NOT_BY_THEMSELVES} and CloseTime > '${since.toISOString()}'`
  const found = new Set<string>()
  for await (const { workflowId } of client.workflow.list({ query })) {
    found.add(workflowId)
    if (found.size === most) break
  }
  return [...found]
}

/**
 * Of these, those that are not listed as running; the list is late by a moment, so they are only suspects.
 * Nearly always all of them run, and to count them costs less than a list.
 */
export async function listNotRunning(
  client: Client,
  workflowIds: readonly string[],
): Promise<string[]> {
  const absent: string[] = []
  for (let from = 0; from < workflowIds.length; from += AT_ONCE) {
    const some = workflowIds.slice(from, from + AT_ONCE)
    const ids = some.map((id) => `'${id}'`).join(', ')
    const query = `ExecutionStatus = 'Running' and WorkflowId in (${ids})`
    const { count } = await client.workflow.count(query)
    if (count === some.length) continue
    const running = new Set<string>()
    for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId)
    absent.push(...some.filter((id) => !running.has(id)))
  }
  return absent
}

/** Whether the last run of a workflow goes on, came to its own end, was ended, or was never here. */
export type Run = 'running' | 'completed' | 'ended' | 'absent'

export async function lastRun(client: Client, workflowId: string): Promise<Run> {
  try {
    const { status } = await client.withDeadline(Date.now() + RPC_MS, () =>
      client.workflow.getHandle(workflowId).describe(),
    )
    if (status.name === 'RUNNING') return 'running'
    return status.name === 'COMPLETED' ? 'completed' : 'ended'
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'absent'
    throw error
  }
}
