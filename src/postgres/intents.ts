import type { Db } from './db.ts'
import { maybeOne, one, execute, statement } from './db.ts'

const OPEN = statement(
  'open_intent',
  `insert into intent (reference, owner_id, state) values ($1, $2, 'sending')
   on conflict (reference) do update set state = intent.state returning state`,
)
const PROBE = statement(
  'probe_intent',
  `insert into intent (reference, owner_id, state) values ($1, $2, 'closed')
   on conflict (reference) do nothing returning state`,
)
const FIND = statement('find_intent', `select state from intent where reference = $1`)
const CLOSE = statement(
  'close_intent',
  `insert into intent (reference, owner_id, state) values ($1, $2, 'closed')
   on conflict (reference) do update set state = 'closed'`,
)

/**
 * The mark that is set before money may leave. A database that cannot be written sends nothing; a
 * worker that was thought dead and wakes up finds its intent closed and sends nothing either.
 */
export interface Intents {
  /** False when the operation was closed: it must not be sent any more. */
  open(reference: string, ownerId: string): Promise<boolean>
  /** True when nothing was ever sent under this reference; it is closed then for good. */
  closeUnlessSent(reference: string, ownerId: string): Promise<boolean>
  /** True when something may have been sent under this reference. */
  mayBeSent(reference: string): Promise<boolean>
  close(reference: string, ownerId: string): Promise<void>
}

export const createIntents = (db: Db): Intents => ({
  open: async (reference, ownerId) => {
    const { state } = await one<{ state: string }>(db, OPEN, [reference, ownerId])
    return state === 'sending'
  },
  closeUnlessSent: async (reference, ownerId) =>
    (await maybeOne(db, PROBE, [reference, ownerId])) !== undefined,
  mayBeSent: async (reference) => (await maybeOne(db, FIND, [reference])) !== undefined,
  close: async (reference, ownerId) => {
    await execute(db, CLOSE, [reference, ownerId])
  },
})
