import { maybeOne, execute, statement } from './db.ts'
import type { Db } from './db.ts'

const CLAIM = statement(
  'claim_intent',
  `insert into intent (reference, owner_id, state, attempt, claimed_by)
   values ($1, $2, 'sending', $3, $4)
   on conflict (reference) do update set attempt = excluded.attempt, claimed_by = excluded.claimed_by
    where intent.state = 'sending'
      and (intent.attempt < excluded.attempt or intent.claimed_by = excluded.claimed_by)
   returning state`,
)
const STANDS = statement(
  'claim_stands',
  `select state from intent where reference = $1 and claimed_by = $2 and state = 'sending'`,
)
const PROBE = statement(
  'probe_intent',
  `insert into intent (reference, owner_id, state) values ($1, $2, 'closed')
   on conflict (reference) do nothing returning state`,
)
const FIND = statement('find_intent', `select state from intent where reference = $1`)
const SENT_AT = statement(
  'intent_sent_at',
  `select created_at as at from intent where reference = $1`,
)
const CLOSE = statement(
  'close_intent',
  `insert into intent (reference, owner_id, state) values ($1, $2, 'closed')
   on conflict (reference) do update set state = 'closed'`,
)

export interface Claim {
  reference: string
  ownerId: string
  attempt: number
  /** Names one execution, so that a claim whose answer was lost can be made again. */
  claimedBy: string
}

/**
 * The mark that is set before money may leave. A database that cannot be written sends nothing; a
 * worker that was thought dead and wakes up finds its intent closed and sends nothing either.
 */
export interface Intents {
  /** True for the one execution that may send this attempt; false when it was closed, too. */
  claim(claim: Claim): Promise<boolean>
  /** True while nobody has closed or taken over what was claimed. */
  stands(claim: Claim): Promise<boolean>
  /** True when nothing was ever sent under this reference; it is closed then for good. */
  closeUnlessSent(reference: string, ownerId: string): Promise<boolean>
  /** True when something may have been sent under this reference. */
  mayBeSent(reference: string): Promise<boolean>
  /** When something was first sent under it, in epoch milliseconds. */
  sentAt(reference: string): Promise<number | undefined>
  close(reference: string, ownerId: string): Promise<void>
}

export const createIntents = (db: Db): Intents => ({
  claim: async ({ reference, ownerId, attempt, claimedBy }) =>
    (await maybeOne(db, CLAIM, [reference, ownerId, attempt, claimedBy])) !== undefined,
  stands: async ({ reference, claimedBy }) =>
    (await maybeOne(db, STANDS, [reference, claimedBy])) !== undefined,
  closeUnlessSent: async (reference, ownerId) =>
    (await maybeOne(db, PROBE, [reference, ownerId])) !== undefined,
  mayBeSent: async (reference) => (await maybeOne(db, FIND, [reference])) !== undefined,
  sentAt: async (reference) =>
    (await maybeOne<{ at: Date }>(db, SENT_AT, [reference]))?.at.getTime(),
  close: async (reference, ownerId) => {
    await execute(db, CLOSE, [reference, ownerId])
  },
})
