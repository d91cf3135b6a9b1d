import { createBinTable } from '../../domain/cards/bin-table.ts'
import type { BinTable } from '../../domain/cards/bin-table.ts'
import { cardFactsOf, hasGaps, withLearnt } from '../../domain/cards/card-facts.ts'
import type { CardFacts } from '../../domain/cards/card-facts.ts'
import { organizations } from '../../domain/instrument.ts'
import type { Organization } from '../../domain/instrument.ts'
import { currentBinFile, readBinRanges } from './bin-files.ts'
import type { Db } from '../db.ts'
import { createLearntBins } from './learnt-bins.ts'
import type { LearntBins } from './learnt-bins.ts'

/** What is known about cards by their numbers. */
export interface CardBook {
  /** None: a card that we do not support. */
  find(number: string): Promise<CardFacts | undefined>
  /** Whose cards there can be at all. */
  organizations(): Promise<Organization[]>
  /** What an acquirer tells of a card that it has charged. */
  learn: LearntBins['learn']
}

interface Edition {
  fileId: number | undefined
  table: BinTable
}

const FRESH_MS = 30_000

/** Keeps the issuer file in memory, and looks now and then whether an operator has loaded another. */
export function createCardBook(
  db: Db,
  { onlyListed, now = Date.now }: { onlyListed: boolean; now?: () => number },
): CardBook {
  const learnt = createLearntBins(db, now)
  let edition: Promise<Edition> | undefined
  let checkedAt = 0

  function current(): Promise<Edition> {
    if (edition && now() - checkedAt < FRESH_MS) return edition
    checkedAt = now()
    const before = edition
    const next = readEdition(db, before)
    // The old edition serves while the new one is read, and when it cannot be read.
    if (before) {
      next.then(
        () => (edition = next),
        () => undefined,
      )
      return before
    }
    edition = next
    next.catch(() => (edition = undefined))
    return next
  }

  return {
    find: async (number) => {
      const { table } = await current()
      const facts = cardFactsOf(number, { table, onlyListed })
      return facts && hasGaps(facts) ? withLearnt(facts, await learnt.find(number)) : facts
    },
    learn: learnt.learn,
    organizations: async () => {
      const { table } = await current()
      const listed = new Set(table.rows.map(({ organization }) => organization))
      return organizations.filter((one) => !onlyListed || listed.has(one))
    },
  }
}

async function readEdition(db: Db, before: Promise<Edition> | undefined): Promise<Edition> {
  const file = await currentBinFile(db)
  const known = await before
  if (known && known.fileId === file?.id) return known
  return { fileId: file?.id, table: createBinTable(file ? await readBinRanges(db, file.id) : []) }
}
