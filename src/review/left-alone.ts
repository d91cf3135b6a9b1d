import type { Client } from '@temporalio/client'
import { workflowIdOf } from '../domain/id.ts'
import { finished as disputeFinished } from '../domain/dispute/deadlines.ts'
import type { Dispute } from '../domain/dispute/dispute.ts'
import { finished } from '../domain/payment/deadlines.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { finished as tokenizationFinished } from '../domain/tokenization/deadlines.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import type { Db } from '../postgres/db.ts'
import { findLatest } from '../postgres/processes/latest-rows.ts'
import type { LatestRow } from '../postgres/processes/latest-rows.ts'
import { listCalling, listOpen, START } from '../postgres/processes/open-payments.ts'
import type { Place } from '../postgres/processes/open-payments.ts'
import { lastRun, listEnded, listNotRunning } from './ended-workflows.ts'
import type { Run } from './ended-workflows.ts'

/** Closed workflows are looked for as far back as Temporal usually keeps them. */
export const KEPT_MS = 30 * 24 * 3_600_000
const MOST_ENDED = 5_000

interface Sources {
  client: Client
  db: Db
}

/** One that something may still happen to, and nothing will: no workflow runs for it. */
export type LeftAlone = { workflowId: string; run: Exclude<Run, 'running'> } & (
  | { kind: 'payment'; row: LatestRow<Payment> }
  | { kind: 'tokenization'; row: LatestRow<Tokenization> }
  | { kind: 'dispute'; row: LatestRow<Dispute> }
)

/**
 * One that came to its own end has told all that it had to tell; but a run that ends with something left to
 * do was ended by somebody else's hand.
 */
export const isLeftAlone = (
  isOpen: boolean,
  { firstPending }: Pick<LatestRow<unknown>, 'firstPending'>,
  run: Run,
): boolean => run !== 'running' && (isOpen || (run !== 'completed' && firstPending !== null))

/**
 * Ids of workflows that may not run and should: those that were ended since then, and of the payments after a
 * place, in the order of their deadlines, those that are not listed as running.
 */
export async function suspectWorkflows(
  { client, db }: Sources,
  since: Date,
  after: Place,
  limit: number,
): Promise<{ suspects: string[]; next: Place }> {
  const ended = await listEnded(client, since, MOST_ENDED)
  const { workflowIds, next } = await openInTurn(db, after, limit)
  const absent = await listNotRunning(client, workflowIds)
  return { suspects: [...new Set([...ended, ...absent])], next }
}

/** Ids of workflows that should run, whatever a list says: of payments with a call under way, and of those after a place. */
export async function openInTurn(
  db: Db,
  after: Place,
  limit: number,
): Promise<{ workflowIds: string[]; next: Place }> {
  const open = await listOpen(db, after, limit)
  const ids = new Set([...(await listCalling(db, limit)), ...open.map(({ id }) => id)])
  const next = open.length < limit ? START : (open.at(-1) ?? START)
  return { workflowIds: [...ids].map((id) => workflowIdOf('pay', id)), next }
}

/** The row is read after the look: whatever the workflow had to say it has said by then. */
export async function findLeftAlone(
  { client, db }: Sources,
  workflowId: string,
): Promise<LeftAlone | undefined> {
  const run = await lastRun(client, workflowId)
  if (run === 'running') return undefined
  const [prefix, id = ''] = workflowId.split('/')
  if (prefix === 'pay') {
    const [row] = await findLatest<Payment>(db, 'payment', [id])
    const isLeft = row && isLeftAlone(!finished(row.state), row, run)
    return isLeft ? { kind: 'payment', workflowId, run, row } : undefined
  }
  if (prefix === 'dispute') {
    const [row] = await findLatest<Dispute>(db, 'dispute', [id])
    const isLeft = row && isLeftAlone(!disputeFinished(row.state), row, run)
    return isLeft ? { kind: 'dispute', workflowId, run, row } : undefined
  }
  const [row] = await findLatest<Tokenization>(db, 'tokenization', [id])
  const isLeft = row && isLeftAlone(!tokenizationFinished(row.state), row, run)
  return isLeft ? { kind: 'tokenization', workflowId, run, row } : undefined
}
