import { settlingConnectors } from '../../src/connectors/registry.ts'
import { accountProvider, batchIdFor } from '../../src/domain/settlement/settling-provider.ts'
import type { Log } from '../../src/process/log.ts'
import { listAccountsAt } from '../../src/postgres/providers/connector-accounts.ts'
import type { AccountName } from '../../src/postgres/providers/connector-accounts.ts'
import { createSettlements } from '../../src/postgres/settlements/settlements.ts'
import type { Deps } from '../deps.ts'
import type { RoutedAcquirer } from '../routed-acquirer.ts'

/** A payout is looked for so long: an account may have been away for some time. */
const LOOK_BACK_MS = 31 * 86_400_000

export interface AccountBatchesDeps extends Pick<Deps, 'db'> {
  log: Pick<Log, 'error'>
  acquirer: Partial<Pick<RoutedAcquirer, 'reportsOf'>>
}

/** Which accounts are looked at, and what a batch is called that is ours to close. */
export interface AccountsWanted {
  at: number
  name: string
  only?: AccountName
}

/**
 * The batches of merchants' own accounts that are to be read: payouts that their providers have made and
 * nobody has read, or one that is closed now. An account that cannot be read holds up no other.
 */
export async function accountBatches(
  { db, log, acquirer }: AccountBatchesDeps,
  { at, name, only }: AccountsWanted,
  signal: AbortSignal,
): Promise<string[]> {
  const accounts = only ? [only] : await listAccountsAt(db, settlingConnectors)
  const found: string[] = []
  for (const account of accounts) {
    const { merchantId, connector } = account
    const provider = accountProvider(merchantId, `${connector}/${account.account}`)
    try {
      const reports = await acquirer.reportsOf?.(account)
      if (!reports) throw new Error('it cannot be opened')
      const names = (await reports.closedBatches?.(at - LOOK_BACK_MS, signal)) ?? [name]
      found.push(...names.map((one) => batchIdFor(provider, one)))
    } catch (error) {
      if (only) throw error
      log.error({ ...account, err: error }, 'the settlement of an account could not be read')
    }
  }
  return createSettlements(db).unfinished(found)
}
