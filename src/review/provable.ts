import type { ActorPrefix } from '../domain/id.ts'
import { checkDispute } from '../domain/dispute/check-dispute.ts'
import type { DisputeEvidence } from '../domain/dispute/check-dispute.ts'
import {
  deadlines as disputeDeadlines,
  finished as disputeFinished,
} from '../domain/dispute/deadlines.ts'
import type { Dispute } from '../domain/dispute/dispute.ts'
import { statusOfDispute } from '../domain/dispute/dispute.ts'
import type { Finding } from '../domain/finding.ts'
import { checkPayment } from '../domain/ledger-check.ts'
import type { Evidence } from '../domain/ledger-check.ts'
import { deadlines, finished } from '../domain/payment/deadlines.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { statusOfPhase } from '../domain/payment/phase.ts'
import { present } from '../domain/present.ts'
import type { ProviderRow } from '../domain/provider-check.ts'
import type { TokenizationEvidence } from '../domain/tokenization/check-tokenization.ts'
import { checkTokenization } from '../domain/tokenization/check-tokenization.ts'
import {
  deadlines as tokenizationDeadlines,
  finished as tokenizationFinished,
} from '../domain/tokenization/deadlines.ts'
import { statusOfTokenization } from '../domain/tokenization/phase.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import type { Db } from '../postgres/db.ts'
import { readDisputeEvidence } from '../postgres/review/dispute-evidence.ts'
import { readEvidence } from '../postgres/review/ledger-check.ts'
import { readTokenizationEvidence } from '../postgres/review/tokenization-evidence.ts'

/** How actors of one kind are proved. */
export interface Provable<
  S extends { id: string; updatedAt: number },
  E extends { row: { state: S } },
> {
  workflow: ActorPrefix
  read(db: Db, id?: string): AsyncGenerator<E[], void, undefined>
  check(evidence: E, known: Known<S>): Finding[]
  /** What operators must find it by, and whether somebody has to go on with it. */
  standing(state: S): { status: string; dueAt: number | undefined; isOpen: boolean }
  /** True when the providers' log tells of its money. */
  isLogged: boolean
}

/** What others than the database know of it, where they could be asked. */
interface Known<S> {
  workflow: S | undefined
  provider: ProviderRow[] | undefined
}

export const payments: Provable<Payment, Evidence> = {
  workflow: 'pay',
  read: readEvidence,
  check: (evidence, known) => checkPayment({ ...evidence, ...present(known) }),
  standing: (payment) => ({
    status: statusOfPhase[payment.phase],
    dueAt: deadlines(payment)[0]?.at,
    isOpen: !finished(payment),
  }),
  isLogged: true,
}

export const tokenizations: Provable<Tokenization, TokenizationEvidence> = {
  workflow: 'tok',
  read: readTokenizationEvidence,
  check: (evidence, { workflow }) => checkTokenization({ ...evidence, ...present({ workflow }) }),
  standing: (tokenization) => ({
    status: statusOfTokenization[tokenization.phase],
    dueAt: tokenizationDeadlines(tokenization)[0]?.at,
    isOpen: !tokenizationFinished(tokenization),
  }),
  isLogged: false,
}

export const disputes: Provable<Dispute, DisputeEvidence> = {
  workflow: 'dispute',
  read: readDisputeEvidence,
  check: (evidence, { workflow }) => checkDispute({ ...evidence, ...present({ workflow }) }),
  standing: (dispute) => ({
    status: statusOfDispute(dispute),
    dueAt: disputeDeadlines(dispute)[0]?.at,
    isOpen: !disputeFinished(dispute),
  }),
  isLogged: false,
}
