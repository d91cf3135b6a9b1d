import { ApplicationFailure, Context } from '@temporalio/activity'
import type { Settles } from '../../src/connectors/acquirer.ts'
import { settlementAmounts } from '../../src/domain/settlement/merchant-settlement.ts'
import { accountNamed, readBatchId } from '../../src/domain/settlement/settling-provider.ts'
import type { OwnProvider } from '../../src/domain/settlement/settling-provider.ts'
import { notifyOfSettlements } from '../../src/postgres/self-service/merchant-settlements.ts'
import type { MerchantSettlement } from '../../src/postgres/self-service/merchant-settlements.ts'
import { createSettlements, OtherFileError } from '../../src/postgres/settlements/settlements.ts'
import type { SettlementReport } from '../../src/postgres/settlements/settlements.ts'
import { accountBatches } from './account-batches.ts'
import type { AccountsWanted } from './account-batches.ts'
import type { KeyedId } from '../../src/domain/dispute/report-of.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'
import { keyedId } from '../../src/vault/random-id.ts'
import type { Deps, SignalDispute } from '../deps.ts'
import type { RoutedAcquirer } from '../routed-acquirer.ts'
import { settleLines } from './settle-lines.ts'
import { signalSettled } from './signal-settled.ts'
import type { SendCommand } from './signal-settled.ts'

const PAGE_LINES = 200
const HEARTBEAT_MS = 1_000

export interface SettlementDeps extends Pick<Deps, 'db' | 'hint' | 'log'> {
  keyRing: Pick<KeyRing, 'ids'>
  acquirer: Settles & Partial<Pick<RoutedAcquirer, 'reportsOf'>>
  blik: Settles
  bank: Settles
  sendCommand: SendCommand
  signalDispute: SignalDispute
}

export interface SettlementPage {
  /** The last line of the page; 0 when there are no more. */
  last: number
  lines: number
}

export type SettlementActivities = ReturnType<typeof createSettlementActivities>

/** The steps of a batch. Each may be repeated: what is done stands in the database. */
export function createSettlementActivities(deps: SettlementDeps) {
  const { db, hint, log, sendCommand, signalDispute } = deps
  const keyed: KeyedId = (...parts) => keyedId(deps.keyRing.ids, ...parts)
  const settlements = createSettlements(db)
  return {
    /**
     * From here on, completed sales are no longer cancelled. One batch at a time: the name of
     * another that is under way comes back instead.
     */
    openBatch: (batchId: string): Promise<string | undefined> => settlements.open(batchId),

    closeBatch: (batchId: string): Promise<{ total: number }> =>
      beating(0, async (signal) => {
        const { settles, name } = await reporterOf(deps, batchId)
        const file = await settles.closeSettlement(name, signal)
        await settlements.close(batchId, file)
        log.info({ batchId, ...file }, 'settlement batch closed')
        return { total: file.total }
      }),

    settlePage: (batchId: string, after: number): Promise<SettlementPage> =>
      beating(after, async (signal) => {
        const { settles, name } = await reporterOf(deps, batchId)
        const page = await settles.settlementLines(name, after, PAGE_LINES, signal)
        const open = await settlements
          .keepLines(batchId, page.fileId, page.lines)
          .catch(refuseOtherFile)
        await settleLines({ settlements, hint, keyed, signalDispute }, batchId, open)
        return { last: page.lines.at(-1)?.line ?? 0, lines: page.lines.length }
      }),

    /** What there is to read of merchants' own accounts. */
    findAccountBatches: (wanted: AccountsWanted): Promise<string[]> =>
      beating(0, (signal) => accountBatches(deps, wanted, signal)),

    tellPage: (batchId: string, after: number): Promise<SettlementPage> =>
      beating(after, async () => {
        const { closed, ...page } = await signalSettled(
          { settlements, sendCommand },
          batchId,
          after,
        )
        if (closed.length > 0) log.error({ batchId, closed }, 'settled, but without a workflow')
        return page
      }),

    finishBatch: (batchId: string): Promise<SettlementReport> =>
      beating(0, async () => {
        const report = await settlements.finish(batchId)
        await notifyOfSettlements(db, batchId, factsOf)
        log[report.differences > 0 ? 'warn' : 'info'](report, 'settlement batch done')
        return report
      }),
  }
}

/** Who reports on a batch, and under which name. */
async function reporterOf(deps: SettlementDeps, batchId: string) {
  const { provider, name } = readBatchId(batchId)
  const account = accountNamed(provider)
  const settles = account ? await deps.acquirer.reportsOf?.(account) : deps[provider as OwnProvider]
  if (!settles) throw new Error(`the account ${provider} cannot be opened`)
  return { settles, name }
}

/** The body of the event that a merchant reads. */
const factsOf = (settlement: MerchantSettlement) => ({
  settlementId: settlement.settlementId,
  status: 'CREATED',
  date: settlement.settledAt.toISOString(),
  ...settlementAmounts(settlement),
})

/** The heartbeat says how far it is; a worker that dies is noticed when it stops. */
async function beating<T>(line: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { heartbeat, cancellationSignal } = Context.current()
  const beat = setInterval(heartbeat, HEARTBEAT_MS, line)
  try {
    return await run(cancellationSignal)
  } finally {
    clearInterval(beat)
  }
}

/** Somebody must look: lines of two files must never be mixed in one batch. */
function refuseOtherFile(error: unknown): never {
  if (error instanceof OtherFileError)
    throw ApplicationFailure.nonRetryable(error.message, 'OtherFile')
  throw error
}
