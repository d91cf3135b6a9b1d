import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { listAttempts, listNotifications } from '../../postgres/notification-log.ts'
import type { AttemptLine, NotificationFilter } from '../../postgres/notification-log.ts'
import type { NotificationLine } from '../../postgres/notification-log.ts'
import { notificationCommands } from '../../desk/merchants/notifications.ts'
import { withMerchants } from '../../desk/merchants/with-merchants.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { addDeskCommands } from '../desk-command.ts'
import { explainNotification } from './explain-notification.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { present } from '../../domain/present.ts'

/** `notifications …`: what merchants were told, what came of it, and telling them again. */
export function notificationsCommand(command: Command): Command {
  command
    .command('list')
    .description('notifications and where they stand')
    .option('--payment <id>', 'of one payment or tokenization')
    .option('--merchant <id>', 'of one merchant')
    .option('--from <time>', 'since this time', time)
    .option('--to <time>', 'before this time', time)
    .addOption(
      new Option('--state <state>', 'where it stands').choices([
        'pending',
        'accepted',
        'refused',
        'exhausted',
      ]),
    )
    .option('--limit <count>', 'at most so many', Number, 100)
    .addHelpText('after', examples('notifications list --merchant 10000001 --state pending'))
    .action((options: Filter & Common) =>
      withConnections(async ({ db }) => {
        const lines = await listNotifications(db, filterOf(options))
        print(lines, lines.length === 0 ? 'none' : inTable(lines), options.json)
      }),
    )

  command
    .command('attempts')
    .description('the delivery log of a payment or of one event')
    .argument('<id>', 'payment, tokenization or event')
    .option('--explain', 'what was sent, and how its signatures come about')
    .addHelpText('after', examples('notifications attempts dysczfmmcufecvzgwxwgyvhbmhn --explain'))
    .action((id: string, { json, explain: isExplained }: Common & { explain?: boolean }) =>
      withConnections(async ({ db }) => {
        const lines = await listAttempts(db, id)
        const inWords = isExplained ? explain : attemptsInTable
        print(lines, lines.length === 0 ? 'none' : await inWords(lines), json)
      }),
    )

  return addDeskCommands(command, notificationCommands)
}

interface Common {
  json?: boolean
}

/** What was signed, for whoever writes a receiver, checked by the merchant's own secrets. */
const explain = (lines: readonly AttemptLine[]): Promise<string> =>
  withMerchants(async ({ merchants }) => {
    const texts = lines.map(async (line) =>
      explainNotification(line, await merchants.notificationSecrets(line.merchantId)),
    )
    return (await Promise.all(texts)).join('\n')
  })

interface Filter {
  payment?: string
  merchant?: string
  from?: Date
  to?: Date
  state?: NotificationFilter['state']
  limit: number
}

const filterOf = ({ payment, merchant, from, to, state, limit }: Filter): NotificationFilter =>
  present({ ownerId: payment, merchantId: merchant, from, to, state, limit })

function time(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('a time, such as 2026-01-31T12:00Z')
  return at
}

const inTable = (lines: readonly NotificationLine[]): string =>
  table(
    ['at', 'event', 'merchant', 'kind', 'state', 'attempts', 'next'],
    lines.map((line) => [
      line.createdAt,
      line.eventId,
      line.merchantId,
      line.kind,
      line.state,
      line.attempts,
      line.nextAttemptAt,
    ]),
  )

const attemptsInTable = (lines: readonly AttemptLine[]): string =>
  table(
    ['at', 'event', 'attempt', 'answer', 'ms', 'url', 'body'],
    lines.map((line) => [
      line.at,
      line.eventId,
      line.attempt,
      line.status === null ? line.problem : String(line.status),
      line.latencyMs,
      line.url,
      line.answer,
    ]),
  )
