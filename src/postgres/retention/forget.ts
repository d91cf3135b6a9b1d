import { withoutPersonalData } from '../../domain/data/personal-data.ts'
import type { Db } from '../db.ts'
import { execute, many, statement } from '../db.ts'

interface Line {
  owner_id: string
  version: number
  events: object[]
}

export const readLines = (db: Db, ids: string[]): Promise<Line[]> => many<Line>(db, JOURNAL, [ids])

/** The journal stays, without what is personal in it. */
export async function scrubLines(db: Db, lines: Line[]): Promise<void> {
  await execute(db, SCRUB_JOURNAL, [JSON.stringify(lines.map(withoutPersonalData))])
}

/** What was answered and told about them goes. */
export async function forgetExchanges(db: Db, ids: string[]): Promise<void> {
  await execute(db, FORGET_ANSWERS, [ids])
  await execute(db, FORGET_ATTEMPTS, [ids])
  await execute(db, FORGET_WEBHOOK_ATTEMPTS, [ids])
  await execute(db, FORGET_NOTIFICATIONS, [ids])
  await execute(db, FORGET_EXCHANGES, [ids])
}

const FORGET_ANSWERS = statement(
  'retention_forget_answers',
  `delete from idempotent_answer where command_id in (
     select substr(message_id, 5) from journal
      where owner_id = any($1) and starts_with(message_id, 'cmd/'))`,
)

const FORGET_ATTEMPTS = statement(
  'retention_forget_attempts',
  `delete from notification_attempt a using notification n
    where n.event_id = a.event_id and n.owner_id = any($1)`,
)

const FORGET_WEBHOOK_ATTEMPTS = statement(
  'retention_forget_webhook_attempts',
  `delete from webhook_attempt a using notification n
    where n.event_id = a.event_id and n.owner_id = any($1)`,
)

const FORGET_NOTIFICATIONS = statement(
  'retention_forget_notifications',
  'delete from notification where owner_id = any($1)',
)

const FORGET_EXCHANGES = statement(
  'retention_forget_exchanges',
  'delete from provider_exchange where owner_id = any($1)',
)

const JOURNAL = statement(
  'retention_journal',
  'select owner_id, version, events from journal where owner_id = any($1)',
)

const SCRUB_JOURNAL = statement('retention_scrub_journal', 'select scrub_journal($1::jsonb)')
