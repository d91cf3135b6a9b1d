import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { eventTypes } from '../../domain/event-type.ts'
import { examples } from '../print.ts'
import { coloured, showsColours } from '../terminal.ts'
import { followEvents, newestEvent } from './follow-events.ts'
import type { MerchantEvent } from './follow-events.ts'
import { forwardEvent } from './forward-event.ts'
import type { Forwarded, Forwarding } from './forward-event.ts'
import { merchantAccess, withAccess } from './merchant-access.ts'
import type { AccessOptions } from './merchant-access.ts'

interface ListenOptions extends AccessOptions {
  to?: string
  asNotification?: boolean
  secret?: string
  after?: string
  position?: string
  type?: MerchantEvent['type'][]
  json?: boolean
}

/** `listen`: what happens to a merchant, forwarded to a server that the gateway cannot reach. */
export const listenCommand = (command: Command): Command =>
  withAccess(command)
    .option('--to <url>', 'post each event there, as a webhook would be', address)
    .option(
      '--as-notification',
      'post to <url>/payment, /refund, /tokenizer, as to a notification URL',
    )
    .option('--secret <secret>', 'signs what is posted; NOTIFICATION_SECRET, or one made up')
    .option('--after <eventId>', 'begin after this event, not with what happens from now on')
    .option('--position <file>', 'keep the place in this file, and go on from it the next time')
    .option('--type <types...>', 'only events of these types', typed)
    .option('--json', 'one JSON object for each event, on a line of its own')
    .addHelpText(
      'after',
      examples(
        'listen --to http://localhost:3000/notify',
        'listen --to http://localhost:3000 --as-notification --position .events',
        'listen --gateway https://gateway.example --key tgk_… --type payment.completed',
      ),
    )
    .action((options: ListenOptions) => listen(options))

async function listen(options: ListenOptions): Promise<void> {
  const { after, position, type: types, json } = options
  const tollgate = merchantAccess(options)
  const forwarding = forwardingOf(options)
  const start = after ?? placeIn(position) ?? (await newestEvent(tollgate))
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  if (!json) process.stdout.write(introduction(forwarding, start))
  await followEvents({
    tollgate,
    after: start,
    types,
    signal: stop.signal,
    take: async (event) => {
      const forwarded = forwarding && (await forwardEvent(event, forwarding))
      process.stdout.write(
        json ? `${JSON.stringify({ ...event, forwarded })}\n` : lineOf(event, forwarded),
      )
      keepPlace(position, event.eventId)
    },
    away: ({ message }) => {
      if (!json) process.stdout.write(`${message}; trying again until it does\n`)
    },
  })
}

function forwardingOf({ to, secret, asNotification }: ListenOptions): Forwarding | undefined {
  if (to === undefined) return undefined
  const given = secret ?? process.env.NOTIFICATION_SECRET
  return {
    address: to,
    secret: given ?? `listen_${randomBytes(18).toString('base64url')}`,
    asNotification: asNotification ?? false,
  }
}

const introduction = (forwarding: Forwarding | undefined, start: string | undefined): string =>
  [
    `listening for what comes ${start === undefined ? 'first' : `after ${start}`}; Ctrl-C ends it`,
    ...(forwarding ? [`forwarded to ${forwarding.address}, signed with ${forwarding.secret}`] : []),
    '',
  ].join('\n')

function lineOf({ createdAt, type, eventId, data }: MerchantEvent, sent?: Forwarded): string {
  const { status } = data as { status?: string }
  const answer = sent && ('problem' in sent ? sent.problem : `answered ${String(sent.httpStatus)}`)
  const parts = [
    ...[createdAt, type.padEnd(22), eventId, status ?? ''],
    ...(sent ? [`→ ${answer ?? ''} in ${String(sent.durationMs)} ms`] : []),
  ]
  const text = parts.join('  ').trimEnd()
  return `${showsColours() ? coloured(text) : text}\n`
}

const placeIn = (file: string | undefined): string | undefined =>
  file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined

/** After the event was handed on, and whole: an end in between repeats it, and loses none. */
function keepPlace(file: string | undefined, eventId: string): void {
  if (file === undefined) return
  writeFileSync(`${file}.draft`, `${eventId}\n`)
  renameSync(`${file}.draft`, file)
}

function address(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('an address such as http://localhost:3000/notify')
  return text
}

function typed(text: string, before: MerchantEvent['type'][] = []): MerchantEvent['type'][] {
  const found = eventTypes.find((one) => one === text)
  if (!found) throw new InvalidArgumentError(`one of ${eventTypes.join(', ')}`)
  return [...before, found]
}
