import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '../../../src/domain/finding.ts'
import { checkPayment } from '../../../src/domain/ledger-check.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { alone } from '../../../src/postgres/processes/latest-rows.ts'
import { readEvidence } from '../../../src/postgres/review/ledger-check.ts'
import { checkRound } from '../../../src/postgres/review/ledger-watch.ts'

/** As a worker does it, when none of them is at it. */
export async function roundOfBooks(db: DbPool): Promise<Finding[]> {
  for (;;) {
    let found: Finding[] | undefined
    await alone(db, 'tollgate books', async () => {
      found = await checkRound(db)
    })
    if (found) return found
    await sleep(20)
  }
}

/** What `ledger check` does with each payment, of the first of them: how many those were. */
export async function checkSome(db: DbPool, count: number): Promise<number> {
  let seen = 0
  for await (const page of readEvidence(db)) {
    expectNone(page.flatMap(checkPayment))
    seen += page.length
    if (seen >= count) break
  }
  return seen
}

/** What was copied is as good as what was made. */
export function expectNone([first]: readonly Finding[]): void {
  if (first) throw new Error(`the books do not agree: ${JSON.stringify(first)}`)
}
