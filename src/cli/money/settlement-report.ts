import type { Command } from 'commander'
import { withConnections } from '../../desk/with-connections.ts'
import { formatMoney } from '../../domain/money.ts'
import { settlementNet } from '../../domain/settlement/merchant-settlement.ts'
import { createMerchantSettlements } from '../../postgres/self-service/merchant-settlements.ts'
import type { MerchantSettlement } from '../../postgres/self-service/merchant-settlements.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

const MOST = 100

/** `settlement report`: what batches come to for one merchant. */
export function addReport(command: Command): void {
  command
    .command('report')
    .description(
      "a merchant's settlements: gross, refunds, disputes, fees, net, and what was paid out",
    )
    .argument('<merchantId>')
    .addHelpText(
      'after',
      examples('settlement report 10000001', 'settlement report 10000001 --json'),
    )
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const list = await createMerchantSettlements(db).list(merchantId, { limit: MOST })
        const shown = list.map((one) => ({ ...one, netMinor: settlementNet(one) }))
        print(shown, describeReport(list), json)
      }),
    )
}

const describeReport = (list: readonly MerchantSettlement[]): string =>
  table(
    [
      ...['settlement', 'provider', 'cut-off', 'lines', 'gross', 'refunds', 'disputes', 'fees'],
      ...['net', 'paid out'],
    ],
    list.map((one) => {
      const money = (minor: number) => formatMoney(minor, one.currency)
      return [
        ...[one.settlementId, one.provider, one.settledAt, one.lines, money(one.salesMinor)],
        ...[money(one.refundsMinor), money(one.disputesMinor), money(one.feesMinor)],
        ...[money(settlementNet(one)), one.paidOutAt],
      ]
    }),
  )
