import type { Command } from 'commander'
import { settlementNet, settlementReference } from '../../domain/settlement/merchant-settlement.ts'
import { formatMoney } from '../../domain/money.ts'
import { createMerchantSettlements } from '../../postgres/self-service/merchant-settlements.ts'
import type { MerchantSettlement } from '../../postgres/self-service/merchant-settlements.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { requestMovement } from './balance.ts'

const MOST = 100

/** `settlement report`, `settlement pay`: what batches come to for one merchant, and its payout. */
export function addReportCommands(command: Command): void {
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

  command
    .command('pay')
    .description('pay the net of a settlement out; a second person has to approve it')
    .argument('<merchantId>')
    .argument('<settlementId>')
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(byOption())
    .addHelpText(
      'after',
      examples('settlement pay 10000001 kbpfdhoeacgjimln --reason "payout of 5 August"'),
    )
    .action(
      (
        merchantId: string,
        settlementId: string,
        options: { reason: string; by: string; json?: boolean },
      ) =>
        withConnections(async ({ db }) => {
          const found = await createMerchantSettlements(db).find(merchantId, settlementId)
          if (!found) throw new CommandFailure(`no settlement ${settlementId} of ${merchantId}`)
          const amountMinor = settlementNet(found)
          if (amountMinor <= 0) throw new CommandFailure('nothing of it is left to pay out')
          const { currency } = found
          const reference = settlementReference(settlementId)
          await requestMovement(
            db,
            { name: 'payout', merchantId, currency, amountMinor, reference },
            options,
          )
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
