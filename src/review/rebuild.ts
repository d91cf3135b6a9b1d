import { workflowIdOf } from '../domain/id.ts'
import { present } from '../domain/present.ts'
import type { History } from './history.ts'
import { fetchHistory } from './history.ts'
import type { ProofSources } from './prove.ts'
import { openReplayer } from './replay.ts'

const RPC_MS = 10_000

type HistoryEvent = NonNullable<History['events']>[number]

export interface Rebuilt {
  workflowId: string
  /** The run that begins where the code still agrees with the history. */
  runId: string
  /** Of the workflow task that is run again, and with it all that came after. */
  fromEvent: number
  historyEvents: number
}

/**
 * Begins the workflow of a payment again from the last task that the present code agrees with: what a
 * bad build did afterwards is forgotten by Temporal, and what it committed stands in the journal, from
 * which the new run goes on. Commands that came since are given to it again.
 *
 * Undefined when the code agrees with all of it: then there is nothing to rebuild.
 */
export async function rebuild(
  sources: Pick<ProofSources, 'client' | 'codec' | 'bundle'>,
  paymentId: string,
  order: { reason: string; requestId: string },
): Promise<Rebuilt | undefined> {
  const { client, codec, bundle } = sources
  const workflowId = workflowIdOf('pay', paymentId)
  const { runId } = await client.workflow.getHandle(workflowId).describe()
  const history = await fetchHistory(client, codec, workflowId)
  const replayer = openReplayer(bundle)
  try {
    const agrees = async (part: History) =>
      (await replayer.replay({ workflowId, history: part })).ok
    if (await agrees(history)) return undefined
    const { eventId } = await lastGoodTask(history, agrees)
    const answer = await client.withDeadline(Date.now() + RPC_MS, () =>
      client.workflowService.resetWorkflowExecution({
        namespace: client.options.namespace,
        workflowExecution: { workflowId, runId },
        ...present({ workflowTaskFinishEventId: eventId ?? undefined }),
        ...order,
      }),
    )
    return {
      workflowId,
      runId: answer.runId,
      fromEvent: Number(eventId),
      historyEvents: history.events?.length ?? 0,
    }
  } finally {
    await replayer.close()
  }
}

/**
 * The completion of the latest task up to whose start the code agrees with what happened. The very
 * first always will do: nothing has happened before it.
 */
export async function lastGoodTask(
  history: History,
  agrees: (part: History) => Promise<boolean>,
): Promise<HistoryEvent> {
  const events = history.events ?? []
  const completed = events.filter((event) => event.workflowTaskCompletedEventAttributes).reverse()
  const first = completed.at(-1)
  if (!first) throw new Error('no task of this workflow has ever been completed')
  for (const task of completed) {
    const before = events.slice(0, events.indexOf(task))
    if (await agrees({ events: before })) return task
  }
  return first
}
