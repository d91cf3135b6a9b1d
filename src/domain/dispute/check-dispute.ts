import type { Entry } from '../actor/entry.ts'
import type { Finding } from '../finding.ts'
import { compare, findingOf } from '../finding.ts'
import type { BookedPosting } from '../ledger-check.ts'
import { apply } from './apply.ts'
import type { Dispute } from './dispute.ts'
import { shownStatus } from './dispute.ts'
import type { DisputeEvent } from './events.ts'
import { withdrawnMinor } from './facts.ts'
import { postingsOf } from './postings-of.ts'

/** What everybody has written down about one dispute. */
export interface DisputeEvidence {
  disputeId: string
  row: DisputeColumns & { state: Dispute }
  journal: Entry<DisputeEvent>[]
  postings: BookedPosting[]
  /** As the workflow knows it, where it could be asked. */
  workflow?: Dispute
}

export interface DisputeColumns {
  version: number
  status: string
  withdrawnMinor: number
}

/** Proves one dispute: its journal, its row, its postings and its workflow agree. */
export function checkDispute(evidence: DisputeEvidence): Finding[] {
  const { disputeId: id, row, journal, postings, workflow } = evidence
  const folded = fold(journal)
  if (typeof folded === 'string') return [findingOf('journal', id, 'a journal that folds', folded)]
  const { state, ...columns } = row
  const booked = postings.map(({ version, account, currency, amountMinor }) => ({
    version,
    account,
    currency,
    amountMinor,
  }))
  return [
    ...compare('row', id, unheld(folded.dispute), unheld(state)),
    ...compare('row', id, columnsOf(folded.dispute), columns),
    ...compare('postings', id, folded.postings, booked),
    ...(workflow ? compare('workflow', id, unheld(folded.dispute), unheld(workflow)) : []),
  ]
}

/** What a journal comes to with all that it books, or why it comes to nothing. */
function fold(
  journal: readonly Entry<DisputeEvent>[],
): { dispute: Dispute; postings: BookedPosting[] } | string {
  let dispute: Dispute | undefined
  const booked: BookedPosting[] = []
  try {
    for (const [index, entry] of journal.entries()) {
      const { version, at, events } = entry
      if (version !== index + 1) return `version ${String(version)} stands at ${String(index + 1)}`
      booked.push(
        ...postingsOf(dispute, events, at).map(({ account, currency, amountMinor }) => ({
          version,
          account,
          currency,
          amountMinor,
        })),
      )
      dispute = apply(dispute, entry).dispute
    }
  } catch (error) {
    return String(error)
  }
  return dispute ? { dispute, postings: booked } : 'an empty journal'
}

const columnsOf = (dispute: Dispute): DisputeColumns => ({
  version: dispute.version,
  status: shownStatus(dispute),
  withdrawnMinor: withdrawnMinor(dispute.moves),
})

/** The mark that stops a dispute is set beside its journal, which could not be written. */
const unheld = ({ held: _, ...dispute }: Dispute): Omit<Dispute, 'held'> => dispute
