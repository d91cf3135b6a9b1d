import type { Command } from 'commander'
import { balanceCommands } from '../../desk/money/balance.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { formatMoney } from '../../domain/money.ts'
import { listOperatorEntries } from '../../postgres/operator-entries.ts'
import type { Balance } from '../../postgres/payments.ts'
import { readBalances } from '../../postgres/payments.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

/** `balance …`: what a merchant may refund from, and money that operators pay in or out. */
export function balanceCommand(command: Command): Command {
  command
    .command('show')
    .description('what a merchant may refund from, and the last movements by operators')
    .argument('<merchantId>')
    .addHelpText('after', examples('balance show 10000001'))
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const balances = await readBalances(db, merchantId)
        const entries = await listOperatorEntries(db, merchantId, 20)
        print({ merchantId, balances, entries }, describe(balances, entries), json)
      }),
    )
  return addDeskCommands(command, balanceCommands)
}

function describe(
  balances: readonly Balance[],
  entries: Awaited<ReturnType<typeof listOperatorEntries>>,
): string {
  const money = table(
    ['currency', 'available', 'reserved'],
    balances.map(({ currency, availableMinor, reservedMinor }) => [
      currency,
      formatMoney(availableMinor, currency),
      formatMoney(reservedMinor, currency),
    ]),
  )
  if (entries.length === 0) return money
  const movements = table(
    ['at', 'kind', 'amount', 'by', 'approved by', 'reference', 'reason'],
    entries.map((one) => [
      one.createdAt,
      one.kind,
      formatMoney(one.amountMinor, one.currency),
      one.actor,
      one.approvedBy,
      one.reference,
      one.reason,
    ]),
  )
  return `${money}\n\n${movements}`
}
