import { Command, InvalidArgumentError, Option } from 'commander'
import { listAttempts, listNotifications } from '../../postgres/notification-log.ts'
import type { AttemptLine, NotificationFilter } from '../../postgres/notification-log.ts'
import type { NotificationLine } from '../../postgres/notification-log.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { explainNotification } from './explain-notification.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withMerchants } from './with-merchants.ts'
import { withConnections } from '../with-connections.ts'
import { present } from '../../domain/present.ts'

/** `notifications …`: what merchants were told, what came of it, and telling them again. */
export function notificationsCommand(): Command {
  const command = new Command('notifications').description('what merchants were told')

  filtered(command.command('list').description('notifications and where they stand'))
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

  filtered(command.command('resend').description('send settled notifications once more'))
    .addOption(byOption())
    .addHelpText('after', examples('notifications resend --payment dysczfmmcufecvzgwxwgyvhbmhn'))
    .action((options: Filter & Required<Common>) => resend(options))

  command
    .command('resume')
    .description('use an endpoint again that was paused because it answered 410')
    .argument('<merchantId>')
    .addOption(byOption())
    .addHelpText('after', examples('notifications resume 10000001'))
    .action((merchantId: string, { by, json }: Required<Common>) =>
      withMerchants(async ({ db, merchants }) => {
        if (!(await merchants.find(merchantId)))
          throw new CommandFailure(`no merchant ${merchantId}`)
        await merchants.pauseNotifications(merchantId, false)
        await audit(db, by, 'notifications.resume', merchantId)
        const text = `notifications of ${merchantId} go on; what waits is tried within the hour`
        print({ merchantId, paused: false }, text, json)
      }),
    )
  return command
}

interface Common {
  by?: string
  json?: boolean
}

const resend = (options: Filter & Required<Common>): Promise<void> =>
  withConnections(async ({ db, temporal }) => {
    if (!options.payment && !options.merchant && !options.from)
      throw new InvalidArgumentError('say which: --payment, --merchant or --from')
    const filter = filterOf(options)
    const found = await listNotifications(db, { ...filter, settled: true })
    const { resendNotifications } = await import('../../gateway/resend-notifications.ts')
    await resendNotifications(await temporal(), found)
    const events = found.map(({ eventId }) => eventId)
    const subject = options.payment ?? options.merchant ?? 'all'
    await audit(db, options.by, 'notifications.resend', subject, 'done', { filter, events })
    print({ events }, `${String(found.length)} notifications are sent again`, options.json)
  })

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

const filtered = (command: Command): Command =>
  command
    .option('--payment <id>', 'of one payment or tokenization')
    .option('--merchant <id>', 'of one merchant')
    .option('--from <time>', 'since this time', time)
    .option('--to <time>', 'before this time', time)
    .addOption(
      new Option('--state <state>', 'where it stands').choices([
        ...['pending', 'accepted', 'refused', 'exhausted'],
      ]),
    )
    .option('--limit <count>', 'at most so many', Number, 100)

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
