import { execute, maybeOne, statement } from '../db.ts'
import type { Db } from '../db.ts'

const BEAT = statement(
  'beat',
  `insert into process_beat (queue, at) values ($1, clock_timestamp())
   on conflict (queue) do update set at = excluded.at`,
)
const LAST = statement(
  'last_beat',
  `select at::text as at, at > clock_timestamp() - make_interval(secs => $2) as fresh
     from process_beat where queue = $1`,
)
const END = statement(
  'end_beats',
  `delete from process_beat where queue = $1 or at < clock_timestamp() - interval '1 hour'`,
)

export interface Beat {
  /** Names the beat: another one is a later one. */
  at: string
  /** By the clock of the database, which both sides share. */
  fresh: boolean
}

/** What tells a process that is gone from one that cannot be reached for a while. */
export interface Beats {
  beat(queue: string): Promise<void>
  last(queue: string, freshMs: number): Promise<Beat | undefined>
  /** This process says no more; those that died without a word are forgotten too. */
  end(queue: string): Promise<void>
}

export const createBeats = (db: Db): Beats => ({
  beat: async (queue) => {
    await execute(db, BEAT, [queue])
  },
  last: (queue, freshMs) => maybeOne<Beat>(db, LAST, [queue, freshMs / 1_000]),
  end: async (queue) => {
    await execute(db, END, [queue])
  },
})
