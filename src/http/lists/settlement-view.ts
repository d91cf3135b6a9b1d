import { settlementAmounts } from '../../domain/settlement/merchant-settlement.ts'
import { csvRow } from '../../domain/texts/csv-row.ts'
import { decimal } from '../../domain/money.ts'
import type {
  MerchantLine,
  MerchantSettlement,
  MerchantSettlements,
} from '../../postgres/self-service/merchant-settlements.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

export const settlementView = (settlement: MerchantSettlement) => ({
  settlementId: settlement.settlementId,
  provider: settlement.provider,
  date: settlement.settledAt.toISOString(),
  ...settlementAmounts(settlement),
  lines: settlement.lines,
})

/** The caller's own settlement; a foreign one is told apart from none by nothing. */
export async function findSettlement(
  { settlements }: Uses<'settlements'>,
  { merchantId }: Pick<Caller, 'merchantId'>,
  settlementId: unknown,
): Promise<MerchantSettlement> {
  const found = await settlements.find(merchantId, String(settlementId))
  if (!found) throw new Refused('settlement_not_found')
  return found
}

const COLUMNS = [
  'line',
  'kind',
  'paymentId',
  'reference',
  'extOrderId',
  'amount',
  'currency',
  'fee',
]
const LINES_AT_ONCE = 500

/** The file in pieces, each read when the one before is on its way: its length costs no memory. */
export async function* settlementCsv(
  settlements: Pick<MerchantSettlements, 'lines'>,
  settlement: MerchantSettlement,
): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  for (let after = 0; ;) {
    const lines = await settlements.lines(settlement, after, LINES_AT_ONCE)
    if (lines.length > 0) yield lines.map((line) => csvLine(line, settlement)).join('')
    const last = lines.at(-1)
    if (!last || lines.length < LINES_AT_ONCE) return
    after = last.line
  }
}

function csvLine(line: MerchantLine, { currency }: MerchantSettlement): string {
  const { kind, paymentId, reference, extOrderId } = line
  const amount = decimal(line.amountMinor, currency)
  return csvRow([
    ...[String(line.line), kind, paymentId, reference],
    ...[extOrderId ?? '', amount, currency, decimal(line.feeMinor, currency)],
  ])
}
