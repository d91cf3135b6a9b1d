import type { Command } from 'commander'
import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import type { PaymentFilter, PaymentLine } from '../../postgres/review/list-payments.ts'
import { emailHashOf, listPayments } from '../../postgres/review/list-payments.ts'
import { examples, print } from '../print.ts'
import { moment } from '../since.ts'
import { shortId, table } from '../table.ts'
import { withConnections } from '../../desk/with-connections.ts'

interface ListOptions {
  phase?: string
  status?: string
  rejectCode?: string
  merchant?: string
  order?: string
  amount?: string
  currency?: string
  lastFour?: string
  email?: string
  reference?: string
  from?: Date
  to?: Date
  dueIn?: number
  limit: number
  json?: boolean
}

const DAY_MS = 86_400_000

/** `payment list`: payments by where they stand, or by what somebody remembers of one. */
export function addPaymentList(command: Command): void {
  command
    .command('list')
    .description('payments by where they stand, or by what is remembered of one')
    .option('--phase <phase>', 'such as challenging, resolving or authorized')
    .option('--status <status>', 'such as PENDING or REJECTED')
    .option('--reject-code <code>', 'such as DO_NOT_HONOUR')
    .option('--merchant <id>', 'of one merchant')
    .option('--order <id>', "the merchant's own number of the order")
    .option('--amount <amount>', 'in major units, of the last 30 days unless --from is given')
    .option('--currency <code>', 'such as PLN')
    .option('--last-four <digits>', 'of the card; likewise')
    .option('--email <address>', 'of the payer, or its SHA-256; likewise')
    .option('--reference <text>', 'ours or that of the provider; likewise')
    .option('--from <time>', 'registered since this time, or 7d, 12h, 30m ago', moment)
    .option('--to <time>', 'registered before this time', moment)
    .option('--due-in <days>', 'what falls due within so many days', Number)
    .option('--limit <count>', 'at most so many', Number, 100)
    .addHelpText(
      'after',
      examples(
        'payment list --phase challenging',
        'payment list --phase authorized --due-in 7',
        'payment list --amount 189.95 --last-four 1000 --from 2d',
      ),
    )
    .action((options: ListOptions) =>
      withConnections(async ({ db }) => {
        const found = await listPayments(db, filterOf(options))
        print(found, found.length === 0 ? 'none' : inTable(found), options.json)
      }),
    )
}

function filterOf({
  merchant,
  order,
  email,
  from,
  to,
  dueIn,
  ...same
}: ListOptions): PaymentFilter {
  return {
    ...same,
    merchantId: merchant,
    extOrderId: order,
    emailHash: email?.includes('@') ? emailHashOf(email) : email,
    createdFrom: from,
    createdTo: to,
    dueBefore: dueIn === undefined ? undefined : new Date(Date.now() + dueIn * DAY_MS),
  }
}

const inTable = (found: readonly PaymentLine[]): string =>
  table(
    ['payment', 'merchant', 'status', 'amount', 'method', 'reason', 'due', 'at'],
    found.map((one) => [
      shortId(one.paymentId),
      one.merchantId,
      `${one.status} (${one.phase})`,
      formatMoney(one.amountMinor, one.currency as Currency),
      one.method,
      one.rejectCode ?? one.held,
      one.nextDueAt,
      one.updatedAt,
    ]),
  )
