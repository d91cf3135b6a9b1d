import type { Client, WorkflowExecutionInfo, WorkflowHandle } from '@temporalio/client'
import { WorkflowNotFoundError } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { optionalTsToDate, optionalTsToMs } from '@temporalio/common/lib/time.js'
import { workflowIdOf } from '../domain/id.ts'
import { present } from '../domain/present.ts'
import type { Db } from '../postgres/db.ts'
import type { Suspect } from '../postgres/review/stuck-payments.ts'
import type { KnownRow } from '../postgres/review/stuck-payments.ts'
import {
  GRACE_MS,
  idsWithoutRow,
  listRows,
  listSuspects,
} from '../postgres/review/stuck-payments.ts'
import { START } from '../postgres/processes/open-payments.ts'
import { merchantKey, statusKey } from '../../workflows/search-attributes.ts'
import { findLeftAlone, KEPT_MS, suspectWorkflows } from './left-alone.ts'
import { lastTaskFailure } from './task-failure.ts'

export const reasons = [
  'held',
  'task_failing',
  'no_workflow',
  'no_row',
  'call_failing',
  'overdue',
] as const
export type Reason = (typeof reasons)[number]

export interface Stuck {
  id: string
  workflowId: string
  merchantId: string
  status: string
  reason: Reason
  /** In a sentence: what is wrong and since when. */
  explanation: string
  since: Date
  /** Whose workflow tasks fail; workers without a build id do not say. */
  build?: string
  /** When it is tried again by itself, at the latest. Absent: somebody has to do something. */
  nextTryAt?: Date
}

interface StuckSources {
  db: Db
  client: Client
  codec: PayloadCodec
}

const RPC_MS = 5_000
const PATIENT_ATTEMPTS = 5
const MOST_FAILING = 1_000
const PAGE = 1_000
const MOST_OPEN = 5_000

/** Every payment and tokenization that does not go on as it should, with the reason. */
export async function findStuck(sources: StuckSources): Promise<Stuck[]> {
  const suspects = await listSuspects(sources.db)
  const found: Stuck[] = []
  for (const suspect of suspects) {
    const stuck = await examine(sources, suspect)
    if (stuck) found.push(stuck)
  }
  const isListed = (workflowId: string) => found.some((one) => one.workflowId === workflowId)
  const others = (await failingWorkflows(sources.client)).filter((one) => !isListed(one))
  const rows = await listRows(sources.db, others.map(idOf))
  for (const workflowId of others) found.push(await failing(sources, workflowId, rows))
  const more = [...(await neverRecorded(sources)), ...(await leftAlone(sources))]
  return [...found, ...more.filter(({ workflowId }) => !isListed(workflowId))]
}

const RUNS = {
  ended: 'its workflow was ended from outside; a worker begins it again from what is committed',
  completed: 'its workflow says that it is done, and it is not; a worker begins it again',
  absent: 'it is open, and Temporal has no workflow of it',
} as const

/** Something may still happen to them, and no workflow runs. */
async function leftAlone(sources: StuckSources): Promise<Stuck[]> {
  const since = new Date(Date.now() - KEPT_MS)
  const { suspects } = await suspectWorkflows(sources, since, START, MOST_OPEN)
  const found: Stuck[] = []
  for (const workflowId of suspects) {
    const left = await findLeftAlone(sources, workflowId)
    if (!left) continue
    const { id, state } = left.row
    const { merchantId = '', status = '' } = (await listRows(sources.db, [id]))[0] ?? {}
    const since = new Date(state.updatedAt)
    const explanation = RUNS[left.run]
    found.push({ id, workflowId, merchantId, status, reason: 'no_workflow', explanation, since })
  }
  return found
}

type Trial = Pick<Stuck, 'build' | 'nextTryAt'>

async function examine(sources: StuckSources, suspect: Suspect): Promise<Stuck | undefined> {
  const { id, merchantId, status, held, dueAt, waitsFor, updatedAt } = suspect
  const workflowId = workflowIdOf(prefixes[suspect.kind], id)
  const finding = (reason: Reason, since: Date, explanation: string, more: Trial = {}): Stuck => ({
    id,
    workflowId,
    merchantId,
    status,
    reason,
    since,
    explanation,
    ...more,
  })
  const workflow = await look(sources.client, workflowId)
  if (!workflow?.isOpen)
    return finding('no_workflow', updatedAt, 'it waits for something, but its workflow has closed')
  if (workflow.taskAttempt > 1) {
    const failure = await lastTaskFailure(sources.client, sources.codec, workflowId)
    const attempts = `workflow task failed ${String(workflow.taskAttempt - 1)} times`
    return finding('task_failing', failure.at ?? updatedAt, `${attempts}: ${failure.message}`, {
      ...present({ build: failure.build, nextTryAt: workflow.nextTaskAt }),
    })
  }
  if (held !== null) return finding('held', updatedAt, `held: ${held}`)
  const [call] = workflow.calls
  if (call && call.attempt > PATIENT_ATTEMPTS)
    return finding('call_failing', updatedAt, `${call.name}, attempt ${String(call.attempt)}`, {
      ...present({ nextTryAt: call.nextTryAt }),
    })
  if (dueAt && dueAt.getTime() + GRACE_MS < Date.now())
    return finding('overdue', dueAt, `was due at ${dueAt.toISOString()} and nothing happened`)
  const isSilent = waitsFor !== null && updatedAt.getTime() + GRACE_MS < Date.now()
  return isSilent ? finding('overdue', updatedAt, `waits for ${waitsFor}`) : undefined
}

/** Started and never written down: the database refused its first message. Nothing was sent for it. */
async function neverRecorded({ client, db }: StuckSources): Promise<Stuck[]> {
  const before = new Date(Date.now() - GRACE_MS).toISOString()
  // What is begun with a card foresees more than `NEW`; nothing that goes further was never recorded.
  const query = `ExecutionStatus = 'Running' and PaymentStatus in ('NEW', 'PENDING') and StartTime < '${before}'`
  const found: Stuck[] = []
  for await (const page of pagesOf(client.workflow.list({ query }))) {
    const ids = page.map(({ workflowId }) => idOf(workflowId))
    const missing = new Set(await idsWithoutRow(db, ids))
    found.push(
      ...page.filter(({ workflowId }) => missing.has(idOf(workflowId))).map(describeUnrecorded),
    )
  }
  return found
}

async function* pagesOf<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let page: Row[] = []
  for await (const row of rows) {
    page.push(row)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

const describeUnrecorded = ({
  workflowId,
  startTime,
  typedSearchAttributes,
}: WorkflowExecutionInfo): Stuck => ({
  id: idOf(workflowId),
  workflowId,
  merchantId: typedSearchAttributes.get(merchantKey) ?? '',
  status: typedSearchAttributes.get(statusKey) ?? '',
  reason: 'no_row',
  explanation: 'the database refused its first message, and nothing was sent for it',
  since: startTime,
})

interface Look {
  isOpen: boolean
  taskAttempt: number
  nextTaskAt: Date | undefined
  calls: { name: string; attempt: number; nextTryAt: Date | undefined }[]
}

async function look(client: Client, workflowId: string): Promise<Look | undefined> {
  try {
    const { raw, status } = await client.withDeadline(Date.now() + RPC_MS, () =>
      client.workflow.getHandle(workflowId).describe(),
    )
    return {
      isOpen: status.name === 'RUNNING',
      taskAttempt: raw.pendingWorkflowTask?.attempt ?? 0,
      nextTaskAt: nextTaskAt(raw),
      calls: (raw.pendingActivities ?? [])
        .filter(({ activityType }) => activityType?.name !== 'deliverNotification')
        .map(({ activityType, attempt, nextAttemptScheduleTime }) => ({
          name: activityType?.name ?? 'a call',
          attempt: attempt ?? 1,
          nextTryAt: optionalTsToDate(nextAttemptScheduleTime),
        })),
    }
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined
    throw error
  }
}

type Described = Awaited<ReturnType<WorkflowHandle['describe']>>['raw']

const STEADY_ATTEMPTS = 3
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000

/**
 * A task that failed before is not reported as failed again: the server notices by its time-out, which it
 * makes longer from the fourth attempt on, up to ten minutes.
 */
function nextTaskAt({ pendingWorkflowTask, executionConfig }: Described): Date | undefined {
  const startedAt = optionalTsToDate(pendingWorkflowTask?.startedTime)
  if (!startedAt) return optionalTsToDate(pendingWorkflowTask?.scheduledTime)
  const timeoutMs = optionalTsToMs(executionConfig?.defaultWorkflowTaskTimeout) ?? 0
  const longer = (pendingWorkflowTask?.attempt ?? 1) - STEADY_ATTEMPTS
  const pauseMs = longer > 0 ? Math.min(FIRST_PAUSE_MS * 2 ** longer, LONGEST_PAUSE_MS) : 0
  return new Date(startedAt.getTime() + timeoutMs + pauseMs)
}

const idOf = (workflowId: string): string => workflowId.replace(/^\w+\//, '')

/** The server marks a workflow whose tasks failed several times in a row. */
async function failingWorkflows(client: Client): Promise<string[]> {
  const found: string[] = []
  const query = `ExecutionStatus = 'Running' and TemporalReportedProblems is not null`
  for await (const { workflowId } of client.workflow.list({ query })) {
    found.push(workflowId)
    if (found.length === MOST_FAILING) break
  }
  return found
}

async function failing(
  { client, codec }: StuckSources,
  workflowId: string,
  rows: readonly KnownRow[],
): Promise<Stuck> {
  const failure = await lastTaskFailure(client, codec, workflowId)
  const id = idOf(workflowId)
  // One whose first message never got through has no row.
  const { merchantId = '', status = '' } = rows.find((row) => row.id === id) ?? {}
  const workflow = await look(client, workflowId)
  return {
    id,
    workflowId,
    merchantId,
    status,
    ...present({ build: failure.build, nextTryAt: workflow?.nextTaskAt }),
    reason: 'task_failing',
    since: failure.at ?? new Date(),
    explanation: `workflow task fails: ${failure.message}`,
  }
}

const prefixes = { payment: 'pay', tokenization: 'tok', dispute: 'dispute' } as const
