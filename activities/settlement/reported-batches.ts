import type { Settles } from '../../src/connectors/acquirer.ts'
import { wholeBatches } from '../../src/connectors/whole-batches.ts'
import type { AccountName } from '../../src/postgres/providers/connector-accounts.ts'
import type { ReportedSettlements } from '../../src/postgres/settlements/reported-settlements.ts'

/** The reports of a provider that tells of each settlement in a message: batches are made of what was told. */
export function reportedLines(
  reported: ReportedSettlements,
  { merchantId, connector, account }: AccountName,
): Settles {
  const of = { merchantId, via: `${connector}/${account}` }
  return {
    closedBatches: (since) => reported.close(of, since),
    ...wholeBatches((batch) => reported.lines(of, batch)),
  }
}

/** Those of a provider that only tells which reports there are: each of them is a batch, read from the provider. */
export const reportedBatches = (
  reported: ReportedSettlements,
  { merchantId, connector, account }: AccountName,
  { closeSettlement, settlementLines }: Settles,
): Settles => ({
  closedBatches: (since) => reported.close({ merchantId, via: `${connector}/${account}` }, since),
  closeSettlement,
  settlementLines,
})
