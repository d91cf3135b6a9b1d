import type { Settles } from '../../src/connectors/acquirer.ts'
import type { AccountName } from '../../src/postgres/providers/connector-accounts.ts'
import type { ToldSettlements } from '../../src/postgres/settlements/told-settlements.ts'

/** The reports of a provider that tells of each settlement in a message: batches are made of what was told. */
export function toldLines(
  told: ToldSettlements,
  { merchantId, connector, account }: AccountName,
): Settles {
  const of = { merchantId, via: `${connector}/${account}` }
  return {
    closedBatches: (since) => told.close(of, since),
    async closeSettlement(batch) {
      return { fileId: batch, total: (await told.lines(of, batch)).length }
    },
    async settlementLines(batch, after, limit) {
      const lines = await told.lines(of, batch)
      return { fileId: batch, total: lines.length, lines: lines.slice(after, after + limit) }
    },
  }
}

/** Those of a provider that only tells which reports there are: each of them is a batch, read from the provider. */
export const toldReports = (
  told: ToldSettlements,
  { merchantId, connector, account }: AccountName,
  { closeSettlement, settlementLines }: Settles,
): Settles => ({
  closedBatches: (since) => told.close({ merchantId, via: `${connector}/${account}` }, since),
  closeSettlement,
  settlementLines,
})
