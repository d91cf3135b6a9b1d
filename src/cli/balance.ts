import { userInfo } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { isCurrency } from '../domain/currency.ts'
import { inWords, toMinor } from '../domain/money.ts'
import { many } from '../postgres/db.ts'
import { bookOperatorEntry, listOperatorEntries } from '../postgres/operator-entries.ts'
import type { OperatorEntry } from '../postgres/operator-entries.ts'
import type { Balance } from '../postgres/payments.ts'
import { CommandFailure } from './exit.ts'
import { examples, print } from './print.ts'
import { table } from './table.ts'
import { withParts } from './with-parts.ts'

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
    .option('--json', 'as JSON')
    .addHelpText('after', examples('balance show 10000001'))
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withParts(async ({ db }) => {
        const balances = await many<Balance>(db, BALANCES, [merchantId])
        const entries = await listOperatorEntries(db, merchantId, 20)
        print({ merchantId, balances, entries }, describe(balances, entries), json)
      }),
    )

  for (const [kind, description] of [
    ['payout', 'pay money out of a balance'],
    ['top-up', 'pay money into a balance'],
  ] as const)
    command
      .command(kind)
      .description(description)
      .argument('<merchantId>')
      .argument('<amount>', 'in major units, such as 1000.00')
      .argument('<currency>', 'such as PLN')
      .requiredOption('--reference <text>', 'makes it one movement, however often it is asked for')
      .requiredOption('--reason <text>', 'why, for the audit')
      .option('--by <name>', 'who, for the audit', userInfo().username)
      .option('--json', 'as JSON')
      .addHelpText(
        'after',
        examples(`balance ${kind} 10000001 1000.00 PLN --reference bank-4711 --reason "August"`),
      )
      .action((merchantId: string, amount: string, currency: string, options: Movement) =>
        move(kind, merchantId, amount, currency, options),
      )
  return command
}

async function move(
  kind: OperatorEntry['kind'],
  merchantId: string,
  amount: string,
  currency: string,
  { reference, reason, by, json }: Movement,
): Promise<void> {
  if (!isCurrency(currency)) throw new InvalidArgumentError(`no currency ${currency}`)
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined)
    throw new InvalidArgumentError(`${amount} is not an amount in ${currency}`)
  await withParts(async ({ db }) => {
    const outcome = await bookOperatorEntry(db, {
      ...{ reference, kind, merchantId, currency, amountMinor, reason },
      actor: by,
    })
    if (!('balance' in outcome)) throw new CommandFailure(refusals[outcome.status])
    const { status, balance } = outcome
    const done = status === 'booked' ? 'booked' : 'was booked before'
    const left = inWords(balance.availableMinor, currency)
    print(outcome, `${kind} of ${inWords(amountMinor, currency)} ${done}; available: ${left}`, json)
  })
}

const refusals = {
  unknown_merchant: 'there is no such merchant',
  balance_short: 'the balance does not cover it',
  reference_reused: 'the reference belongs to another movement',
} as const

const BALANCES = `
  select currency, available_minor as "availableMinor", reserved_minor as "reservedMinor"
    from balance where merchant_id = $1 order by currency`

function describe(
  balances: readonly Balance[],
  entries: Awaited<ReturnType<typeof listOperatorEntries>>,
): string {
  const money = table(
    ['currency', 'available', 'reserved'],
    balances.map(({ currency, availableMinor, reservedMinor }) => [
      currency,
      inWords(availableMinor, currency),
      inWords(reservedMinor, currency),
    ]),
  )
  if (entries.length === 0) return money
  const movements = table(
    ['at', 'kind', 'amount', 'by', 'reference', 'reason'],
    entries.map((one) => [
      one.createdAt,
      one.kind,
      inWords(one.amountMinor, one.currency),
      one.actor,
      one.reference,
      one.reason,
    ]),
  )
  return `${money}\n\n${movements}`
}
