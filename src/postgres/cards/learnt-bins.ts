import type { LearntFacts } from '../../domain/cards/card-facts.ts'
import { keepNewest } from '../../process/keep-newest.ts'
import { execute, maybeOne, statement } from '../db.ts'
import type { Db } from '../db.ts'

export interface LearntBins {
  learn(number: string, facts: LearntFacts, source: string): Promise<void>
  find(number: string): Promise<LearntFacts | undefined>
}

/** Facts that change nothing are not written; one that another acquirer contradicts is not believed. */
const LEARN = statement(
  'learn_bin',
  `insert into learnt_bin (bin, facts, source) values ($1, $2, $3)
   on conflict (bin) do update
      set facts = learnt_bin.facts || excluded.facts,
          source = excluded.source,
          seen_at = now(),
          is_contested = learnt_bin.is_contested
            or not (learnt_bin.facts || excluded.facts) @> learnt_bin.facts
    where not learnt_bin.facts @> excluded.facts`,
)
const FIND = statement(
  'learnt_bin',
  'select facts from learnt_bin where bin = $1 and not is_contested',
)

/** Issuers of Visa and Mastercard are told apart by eight digits; shorter ranges hold more than one. */
const DIGITS = 8
const FRESH_MS = 60_000
const MOST_REMEMBERED = 5_000

interface Remembered {
  facts: LearntFacts | undefined
  at: number
}

/** Remembers what it has read and written, because a shop's customers come from few issuers. */
export function createLearntBins(db: Db, now: () => number = Date.now): LearntBins {
  const read = new Map<string, Remembered>()
  const written = new Map<string, string>()

  return {
    learn: async (number, facts, source) => {
      const bin = number.slice(0, DIGITS)
      const text = JSON.stringify(facts)
      if (text === '{}' || written.get(bin) === text) return
      await execute(db, LEARN, [bin, text, source])
      keepNewest(written, MOST_REMEMBERED, [bin, text])
    },
    find: async (number) => {
      const bin = number.slice(0, DIGITS)
      const known = read.get(bin)
      if (known && now() - known.at < FRESH_MS) return known.facts
      const facts = (await maybeOne<{ facts: LearntFacts }>(db, FIND, [bin]))?.facts
      keepNewest(read, MOST_REMEMBERED, [bin, { facts, at: now() }])
      return facts
    },
  }
}
