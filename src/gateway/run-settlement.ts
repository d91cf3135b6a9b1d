import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { settlementWorkflowId } from '../domain/settlement/settlement.ts'
import {
  accountProvider,
  batchIdFor,
  settlingProviders,
} from '../domain/settlement/settling-provider.ts'
import type {
  AccountSettlement,
  AccountSettlementsStart,
} from '../../workflows/settlement/account-settlements.ts'
import type { SettlementResult, SettlementStart } from '../../workflows/settlement/settlement.ts'

const LONGEST_WAIT_MS = 10 * 60_000

export type SettlementRun =
  | (SettlementResult & { state: 'done' })
  | { batchId: string; state: 'running' | 'failed' }

/** What the batches of several providers come to together; named by the first, which is the acquirer's. */
export interface SettlementRuns {
  batchId: string
  state: SettlementRun['state']
  lines: number
  settled: number
  differences: number
  batches: SettlementRun[]
}

/** Closes the present batch of every provider of the installation, or of one; they run side by side. */
export async function runSettlements(
  client: Pick<Client, 'workflow'>,
  providers: readonly string[] = settlingProviders,
): Promise<SettlementRuns> {
  const name = newBatchName()
  const batchIds = providers.map((provider) => batchIdFor(provider, name))
  const batches = await Promise.all(batchIds.map((batchId) => runSettlement(client, batchId)))
  return together(batchIds[0] ?? name, batches)
}

/**
 * Closes a batch now, or reads the report of an earlier one again, and waits until its payments are
 * settled. Asking for a batch that is under way joins it.
 */
export async function runSettlement(
  client: Pick<Client, 'workflow'>,
  batchId: string,
  waitMs = LONGEST_WAIT_MS,
): Promise<SettlementRun> {
  const handle = await client.workflow.start('settlement', {
    workflowId: settlementWorkflowId(batchId),
    taskQueue: 'payments',
    args: [{ by: 'operator' } satisfies SettlementStart],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Settlement batch ${batchId}`,
  })
  const stop = new AbortController()
  const tooLate = sleep(waitMs, undefined, { signal: stop.signal, ref: false })
  try {
    const report = await Promise.race([handle.result() as Promise<SettlementResult>, tooLate])
    return report ? { ...report, state: 'done' } : { batchId, state: 'running' }
  } finally {
    stop.abort()
    tooLate.catch(() => undefined)
  }
}

/** Reads what the provider of a merchant's own account has paid out and nobody has read yet. */
export async function runAccountSettlement(
  client: Pick<Client, 'workflow'>,
  only: NonNullable<AccountSettlementsStart['only']>,
): Promise<SettlementRuns> {
  const provider = accountProvider(only.merchantId, `${only.connector}/${only.account}`)
  const found = (await client.workflow.execute('accountSettlements', {
    workflowId: `settlement-account/${provider}`,
    taskQueue: 'payments',
    args: [{ by: 'operator', only } satisfies AccountSettlementsStart],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
  })) as AccountSettlement[]
  const batches = found.map((one): SettlementRun =>
    'state' in one ? one : { ...one, state: 'done' },
  )
  return together(provider, batches)
}

function together(batchId: string, batches: SettlementRun[]): SettlementRuns {
  const sum = (member: 'lines' | 'settled' | 'differences') =>
    batches.reduce((total, run) => total + (run.state === 'done' ? run[member] : 0), 0)
  return {
    batchId,
    state: batches.find(({ state }) => state !== 'done')?.state ?? 'done',
    lines: sum('lines'),
    settled: sum('settled'),
    differences: sum('differences'),
    batches,
  }
}

const newBatchName = (): string =>
  `now-${new Date().toISOString()}-${randomBytes(3).toString('hex')}`
