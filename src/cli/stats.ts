import type { Command } from 'commander'
import type { Currency } from '../domain/currency.ts'
import { formatMoney } from '../domain/money.ts'
import type { Stats } from '../postgres/review/stats.ts'
import { readStats } from '../postgres/review/stats.ts'
import { examples, print } from './print.ts'
import { sinceOption } from './since.ts'
import { table } from './table.ts'
import { withConnections } from '../desk/with-connections.ts'

/** `stats`: what came in, and what became of it. */
export const statsCommand = (command: Command): Command =>
  command
    .addOption(sinceOption('7d, 12h, 30m or a time', '24h'))
    .addHelpText('after', examples('stats', 'stats --since 7d --json'))
    .action(({ since: from, json }: { since: Date; json?: boolean }) =>
      withConnections(async ({ db }) => {
        const stats = await readStats(db, from)
        print({ since: from, ...stats }, describe(stats), json)
      }),
    )

const describe = ({ payments, rejections, times, notifications, open }: Stats): string =>
  [
    table(
      ['status', 'method', 'payments', 'amount'],
      payments.map(({ status, method, count, amountMinor, currency }) => [
        ...[status, method, count, formatMoney(amountMinor, currency as Currency)],
      ]),
    ),
    table(
      ['reason', 'payments'],
      rejections.map(({ rejectCode, count }) => [rejectCode, count]),
    ),
    table(
      ['method', 'half within, s', '95 % within, s'],
      times.map(({ method, p50, p95 }) => [method, p50, p95]),
    ),
    table(
      ['notifications', 'count'],
      notifications.map(({ state, count }) => [state, count]),
    ),
    table(
      ['still open', 'payments'],
      open.map(({ phase, count }) => [phase, count]),
    ),
  ].join('\n\n')
