import type { Client } from '@temporalio/client'
import type { Log } from '../src/process/log.ts'
import type { Metrics } from '../src/process/metrics.ts'
import type { DbPool } from '../src/postgres/db.ts'
import { alone } from '../src/postgres/processes/latest-rows.ts'
import { START } from '../src/postgres/processes/open-payments.ts'
import { findLeftAlone, KEPT_MS, openInTurn, suspectWorkflows } from '../src/review/left-alone.ts'
import type { LeftAlone } from '../src/review/left-alone.ts'
import { disputes, payments, revive, tokenizations } from './revivable.ts'

/** The list of what has closed is late by seconds; a round that failed is made up for. */
const OVERLAP_MS = 10 * 60_000
/** Open payments that are looked at in turn, so that one whose workflow was erased is found too. */
const IN_TURN = 500
/**
 * Temporal's list goes on saying that a workflow runs which was erased while the list was being written.
 * So the server itself is asked about some of them, in turn.
 */
const ASKED_IN_TURN = 50

interface Watch {
  client: Client
  db: DbPool
  log: Log
  metrics: Metrics | undefined
  everyMs: number
  /**
   * Whether one of which Temporal knows nothing is begun. It is where this Temporal is known to be the right
   * one; elsewhere a worker that reaches another would begin all open payments there a second time.
   */
  beginsAbsent: boolean
}

/** Begins what was ended from outside again, round after round, until it is told to stop. */
export function watchWorkflows(watch: Watch): () => Promise<void> {
  const look = createLook(watch)
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= alone(watch.db, 'tollgate workflows', look)
      .catch((error: unknown) => {
        watch.log.warn({ err: error }, 'workflows could not be looked at')
      })
      .finally(() => (underWay = undefined))
  }, watch.everyMs)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

function createLook(watch: Watch): () => Promise<void> {
  let since = new Date(Date.now() - KEPT_MS)
  let [listed, asked] = [START, START]
  return async () => {
    const startedAt = Date.now()
    const { suspects, next } = await suspectWorkflows(watch, since, listed, IN_TURN)
    const { workflowIds, next: askNext } = await openInTurn(watch.db, asked, ASKED_IN_TURN)
    for (const workflowId of new Set([...suspects, ...workflowIds])) {
      const left = await findLeftAlone(watch, workflowId)
      if (left) await mend(watch, left)
    }
    listed = next
    asked = askNext
    since = new Date(startedAt - OVERLAP_MS)
  }
}

async function mend({ client, log, metrics, beginsAbsent }: Watch, left: LeftAlone): Promise<void> {
  const { kind, run, workflowId } = left
  if (run === 'absent' && !beginsAbsent) {
    log.error({ workflowId }, 'it is open and Temporal has no workflow of it: see `stuck`')
    return
  }
  if (left.kind === 'payment') await revive(client, payments, left.row)
  else if (left.kind === 'dispute') await revive(client, disputes, left.row)
  else await revive(client, tokenizations, left.row)
  metrics?.revivedWorkflows.inc({ kind })
  log.error({ workflowId, run }, 'a workflow was ended from outside: begun again from what stands')
}
