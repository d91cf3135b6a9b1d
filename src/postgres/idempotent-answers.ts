import { maybeOne, statement } from './db.ts'
import type { Db } from './db.ts'

/** What was answered under an Idempotency-Key; the first answer stands for good. */
export interface IdempotentAnswers {
  find(commandId: string): Promise<StoredAnswer | undefined>
  /** Returns the answer that stands: the given one, or the one that another call stored first. */
  store(commandId: string, answer: StoredAnswer): Promise<{ answer: StoredAnswer; first: boolean }>
}

export interface StoredAnswer {
  bodyHash: string
  status: number
  body: unknown
}

export function createIdempotentAnswers(db: Db): IdempotentAnswers {
  const find = async (commandId: string): Promise<StoredAnswer | undefined> => {
    const row = await maybeOne<Row>(db, FIND, [commandId])
    return row && { bodyHash: row.body_hash, status: row.status, body: row.body }
  }

  return {
    find,
    store: async (commandId, answer) => {
      const { bodyHash, status, body } = answer
      const values = [commandId, bodyHash, status, JSON.stringify(body)]
      const first = (await maybeOne(db, STORE, values)) !== undefined
      return { answer: (first ? answer : await find(commandId)) ?? answer, first }
    },
  }
}

interface Row {
  body_hash: string
  status: number
  body: unknown
}

const FIND = statement(
  'idempotent_answer_find',
  'select body_hash, status, body from idempotent_answer where command_id = $1',
)

const STORE = statement(
  'idempotent_answer_store',
  `insert into idempotent_answer (command_id, body_hash, status, body) values ($1, $2, $3, $4)
   on conflict do nothing returning command_id`,
)
