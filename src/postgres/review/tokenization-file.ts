import type { TokenizationEvent } from '../../domain/tokenization/events.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import type { Db } from '../db.ts'
import { maybeOne, statement } from '../db.ts'
import type { JournalRow } from './payment-file.ts'
import { readJournal } from './payment-file.ts'

/** What stands in the database about one tokenization. */
export interface TokenizationFile {
  state: Tokenization
  journal: JournalRow<TokenizationEvent>[]
  /** How many notifications there are, and how many of them are on their way. */
  notifications: number
  waiting: number
}

/** Undefined when there is no such tokenization. */
export async function readTokenizationFile(
  db: Db,
  tokenizerId: string,
): Promise<TokenizationFile | undefined> {
  const found = await maybeOne<Omit<TokenizationFile, 'journal'>>(db, ROW, [tokenizerId])
  return found && { ...found, journal: await readJournal<TokenizationEvent>(db, tokenizerId) }
}

const ROW = statement(
  'tokenization_file',
  `select t.state, n.notifications, n.waiting from tokenization t,
     lateral (select count(*)::int as notifications,
                     (count(*) filter (where state = 'pending'))::int as waiting
                from notification where owner_id = t.tokenizer_id) n
    where t.tokenizer_id = $1`,
)
