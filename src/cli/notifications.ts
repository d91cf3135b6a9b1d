import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { createDbPool, type DbPool } from '../postgres/db.ts'
import { createMerchants, type Merchants } from '../postgres/merchants.ts'
import { listAttempts, listNotifications } from '../postgres/notification-log.ts'
import type { AttemptLine, NotificationFilter } from '../postgres/notification-log.ts'
import type { NotificationLine } from '../postgres/notification-log.ts'
import { createTemporalClient } from '../temporal.ts'
import { createEnvelope } from '../vault/envelope.ts'
import { loadKeyRing, type KeyRing } from '../vault/key-ring.ts'
import { createLocalKeyWrapper } from '../vault/local-key-wrapper.ts'
import { notificationsListen } from './notifications-listen.ts'
import { resendNotifications } from './resend-notifications.ts'

/** `notifications …`: what merchants were told, what came of it, and telling them again. */
export function notificationsCommand(): Command {
  const command = new Command('notifications').description('what merchants were told')

  filtered(command.command('list').description('notifications and where they stand'))
    .option('--json', 'as JSON')
    .action((options: Filter & { json?: boolean }) =>
      withParts(async ({ db }) => {
        const lines = await listNotifications(db, filterOf(options))
        print(options.json ? JSON.stringify(lines, null, 2) : lines.map(inOneLine).join('\n'))
      }),
    )

  command
    .command('attempts')
    .description('the delivery log of a payment or of one event')
    .argument('<id>', 'payment, tokenization or event')
    .option('--json', 'as JSON')
    .action((id: string, options: { json?: boolean }) =>
      withParts(async ({ db }) => {
        const lines = await listAttempts(db, id)
        print(options.json ? JSON.stringify(lines, null, 2) : lines.map(attemptLine).join('\n'))
      }),
    )

  filtered(command.command('resend').description('send settled notifications once more')).action(
    (options: Filter) =>
      withParts(async ({ db, keyRing }) => {
        if (!options.payment && !options.merchant && !options.from)
          throw new InvalidArgumentError('say which: --payment, --merchant or --from')
        const client = createTemporalClient(keyRing)
        const found = await resendNotifications({ db, client }, filterOf(options))
        await client.connection.close()
        print(`${String(found.length)} notifications are sent again`)
      }),
  )

  command
    .command('resume')
    .description('use an endpoint again that was paused because it answered 410')
    .argument('<merchantId>')
    .action((merchantId: string) =>
      withParts(async ({ merchants }) => {
        if (!(await merchants.find(merchantId))) throw new Error(`no merchant ${merchantId}`)
        await merchants.pauseNotifications(merchantId, false)
        print(`notifications of ${merchantId} go on; what waits is tried within the hour`)
      }),
    )

  command
    .command('listen')
    .description('print what merchants are sent, with the signatures explained and checked')
    .option('--merchant <id>', 'only this merchant')
    .option('--forward-to <url>', 'and post the same to a server of yours')
    .action(({ merchant, forwardTo }: { merchant?: string; forwardTo?: string }) =>
      withParts(async (parts) => {
        const stop = new AbortController()
        process.once('SIGINT', () => stop.abort())
        print('listening; Ctrl-C ends it')
        const options = { ...parts, merchantId: merchant, forwardTo, signal: stop.signal }
        await notificationsListen({ ...options, write: (text) => process.stdout.write(text) })
      }),
    )
  return command
}

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
    .option('--state <state>', 'pending, accepted, refused or exhausted')
    .option('--limit <count>', 'at most so many', Number, 100)

const filterOf = ({ payment, merchant, from, to, state, limit }: Filter): NotificationFilter => ({
  ...(payment !== undefined && { ownerId: payment }),
  ...(merchant !== undefined && { merchantId: merchant }),
  ...(from && { from }),
  ...(to && { to }),
  ...(state && { state }),
  limit,
})

function time(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('a time, such as 2026-01-31T12:00Z')
  return at
}

interface Parts {
  db: DbPool
  keyRing: KeyRing
  merchants: Merchants
}

async function withParts(run: (parts: Parts) => Promise<void>): Promise<void> {
  const config = readConfig(process.env, 'cli')
  const keyRing = loadKeyRing(config.keysFile)
  const db = createDbPool({ databaseUrl: config.database.url, applicationName: 'tollgate-cli' })
  try {
    const merchants = createMerchants(db, createEnvelope(createLocalKeyWrapper(keyRing)))
    await run({ db, keyRing, merchants })
  } finally {
    await db.end()
  }
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const inOneLine = (line: NotificationLine): string =>
  [
    line.createdAt.toISOString(),
    line.eventId.padEnd(30),
    line.merchantId,
    line.kind.padEnd(9),
    line.state.padEnd(9),
    `${String(line.attempts)} attempts`,
    line.nextAttemptAt ? `next ${line.nextAttemptAt.toISOString()}` : '',
  ].join('  ')

const attemptLine = (line: AttemptLine): string =>
  [
    line.at.toISOString(),
    line.eventId.padEnd(30),
    `#${String(line.attempt)}`,
    line.status === null ? (line.problem ?? '') : String(line.status),
    `${String(line.latencyMs)} ms`,
    line.url ?? '',
    JSON.stringify(line.answer ?? ''),
  ].join('  ')
