import type { Entry } from '../actor/entry.ts'
import type { TokenStatus, TokenType } from '../card-token.ts'
import type { Finding } from '../finding.ts'
import { compare, findingOf } from '../finding.ts'
import { apply } from './apply.ts'
import type { TokenizationEvent } from './events.ts'
import { statusOfTokenization } from './phase.ts'
import type { Tokenization } from './tokenization.ts'

/** What everybody has written down about one tokenization. */
export interface TokenizationEvidence {
  tokenizerId: string
  row: TokenizationColumns & { state: Tokenization }
  journal: Entry<TokenizationEvent>[]
  /** The token in the book that payments look into; null when there is none. */
  token: BookedToken | null
  /** Retention has taken out what is personal, and the name of its token. */
  isPurged?: boolean
  /** As the workflow knows it, where it could be asked. */
  workflow?: Tokenization
}

export interface TokenizationColumns {
  version: number
  status: string
  phase: string
  kind: string
  tokenId: string | null
}

interface BookedToken {
  type: TokenType
  status: TokenStatus
}

/** Proves one tokenization: its journal, its row, its token and its workflow agree. */
export function checkTokenization(evidence: TokenizationEvidence): Finding[] {
  const { tokenizerId: id, row, journal, token, workflow, isPurged = false } = evidence
  const folded = fold(journal)
  if (typeof folded === 'string') return [findingOf('journal', id, 'a journal that folds', folded)]
  const { state, ...columns } = row
  return [
    ...compare('row', id, unheld(folded), unheld(state)),
    ...compare('row', id, columnsOf(folded), columns),
    ...(isPurged ? [] : compare('token', id, { token: tokenOf(folded) }, { token })),
    ...(workflow && !isPurged ? compare('workflow', id, unheld(folded), unheld(workflow)) : []),
  ]
}

/** The tokenization that its journal comes to, or why it comes to none. */
function fold(journal: readonly Entry<TokenizationEvent>[]): Tokenization | string {
  let tokenization: Tokenization | undefined
  try {
    for (const [index, entry] of journal.entries()) {
      if (entry.version !== index + 1)
        return `version ${String(entry.version)} stands at ${String(index + 1)}`
      tokenization = apply(tokenization, entry).tokenization
    }
  } catch (error) {
    return String(error)
  }
  return tokenization ?? 'an empty journal'
}

const columnsOf = ({ version, phase, kind, token }: Tokenization): TokenizationColumns => ({
  version,
  phase,
  kind,
  status: statusOfTokenization[phase],
  tokenId: token?.instrumentNo ?? token?.instrumentRef ?? null,
})

const tokenOf = ({ token }: Tokenization): BookedToken | null =>
  token ? { type: token.type, status: token.status } : null

/** The mark that stops a tokenization is set beside its journal, which could not be written. */
const unheld = ({ held: _, ...tokenization }: Tokenization): Omit<Tokenization, 'held'> =>
  tokenization
