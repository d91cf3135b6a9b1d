import { Command, InvalidArgumentError } from 'commander'
import { isCurrency } from '../../domain/currency.ts'
import { formatMoney, toMinor } from '../../domain/money.ts'
import { findSameInstruction } from '../../postgres/approvals.ts'
import { findOperatorEntry, listOperatorEntries } from '../../postgres/operator-entries.ts'
import type { BalanceInstruction } from '../../postgres/operator-entries.ts'
import type { DbPool } from '../../postgres/db.ts'
import { merchantExists } from '../../postgres/merchants.ts'
import type { Balance } from '../../postgres/payments.ts'
import { readBalances } from '../../postgres/payments.ts'
import { randomId } from '../../vault/random-id.ts'
import { byOption } from '../by-option.ts'
import { entryRefusals } from '../payments/describe-entry.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { requestInstruction, waitsFor } from '../payments/request-instruction.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'

interface Movement {
  reference: string
  reason: string
  by: string
  json?: boolean
}

/** `balance …`: what a merchant may refund from, and money that operators pay in or out. */
export function balanceCommand(): Command {
  const command = new Command('balance').description("merchants' balances")

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

  for (const [kind, description] of [
    ['payout', 'pay money out of a balance; a second person has to approve it'],
    ['top-up', 'pay money into a balance; a second person has to approve it'],
  ] as const)
    command
      .command(kind)
      .description(description)
      .argument('<merchantId>')
      .argument('<amount>', 'in major units, such as 1000.00')
      .argument('<currency>', 'such as PLN')
      .requiredOption('--reference <text>', 'makes it one movement, however often it is asked for')
      .requiredOption('--reason <text>', 'why, for the audit')
      .addOption(byOption())
      .addHelpText(
        'after',
        examples(`balance ${kind} 10000001 1000.00 PLN --reference bank-4711 --reason "August"`),
      )
      .action((merchantId: string, amount: string, currency: string, options: Movement) =>
        request(kind, merchantId, amount, currency, options),
      )
  return command
}

async function request(
  name: BalanceInstruction['name'],
  merchantId: string,
  amount: string,
  currency: string,
  { reference, reason, by, json }: Movement,
): Promise<void> {
  if (!isCurrency(currency)) throw new InvalidArgumentError(`no currency ${currency}`)
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined)
    throw new InvalidArgumentError(`${amount} is not an amount in ${currency}`)
  const command = { name, merchantId, currency, amountMinor, reference }
  await withConnections(async ({ db }) => {
    if (!(await merchantExists(db, merchantId)))
      throw new CommandFailure(`no merchant ${merchantId}`)
    await requestMovement(db, command, { reason, by, json })
  })
}

/** Asks for a movement that a second person has to approve; the same again asks for nothing new. */
export async function requestMovement(
  db: DbPool,
  command: BalanceInstruction,
  { reason, by, json }: { reason: string; by: string; json?: boolean | undefined },
): Promise<void> {
  const earlier = await findOperatorEntry(db, command)
  if (earlier === 'reference_reused') throw new CommandFailure(entryRefusals.reference_reused)
  const same = await findSameInstruction(db, command)
  if (earlier === 'known') print({ ...command, state: 'booked' }, 'was booked before', json)
  else if (same) print({ ...same, state: 'waiting' }, waitsFor(same.id), json)
  else {
    const { merchantId } = command
    const order = { id: randomId(), merchantId, command, reason, requestedBy: by }
    await requestInstruction(db, order, json)
  }
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
