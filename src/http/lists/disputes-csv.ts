import type { Dispute } from '../../domain/dispute/dispute.ts'
import { sumOf, withdrawnMinor } from '../../domain/dispute/facts.ts'
import { disputePlace } from '../../domain/dispute/place.ts'
import { disputeView } from '../../domain/dispute/view.ts'
import { decimal } from '../../domain/money.ts'
import { csvRow } from '../../domain/texts/csv-row.ts'
import type { Services } from '../services.ts'

/** Read at once. */
const PAGE = 500

const columns = [
  ...['disputeId', 'createdAt', 'updatedAt', 'stage', 'status', 'reason', 'networkReason'],
  ...['amount', 'currency', 'withdrawn', 'fees', 'dueBy', 'paymentId', 'extOrderId', 'method'],
]

/** Disputes that were heard of in a time, in pieces: what waits for an answer first, as in the list. */
export async function* disputesCsv(
  disputes: Pick<Services['disputes'], 'list'>,
  of: { merchantId: string; agentId?: string | undefined },
  { from, to }: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<string> {
  yield csvRow(columns)
  const filter = { ...of, createdFrom: from, createdTo: to }
  for (let after: readonly (string | number)[] | undefined; ;) {
    const rows = await disputes.list(filter, { after, limit: PAGE })
    yield rows.map(lineOf).join('')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = disputePlace(last)
  }
}

function lineOf(dispute: Dispute): string {
  const { currency, moves, word, method } = dispute
  const view = disputeView(dispute)
  return csvRow([
    ...[view.disputeId, view.createdAt, view.updatedAt, view.stage, view.status, view.reason],
    ...[
      word?.networkReason ?? '',
      decimal(word?.amountMinor ?? sumOf(moves, 'WITHDRAWN'), currency),
    ],
    ...[currency, decimal(withdrawnMinor(moves), currency), decimal(sumOf(moves, 'FEE'), currency)],
    ...[view.dueBy ?? '', view.paymentId, view.extOrderId ?? '', method],
  ])
}
