import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { text } from '../fields.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { Call, Provider } from '../provider.ts'
import type { Plan, Scheduler } from '../scheduler.ts'
import { createDisputeBook, disputeOf, verdictOn } from './dispute-book.ts'
import type { Dispute } from './dispute-book.ts'

interface DisputeOptions {
  provider: Provider
  journal: Journal
  scheduler: Scheduler
  message: Plan<Message>
  gatewayUrl: string
  /** How long a cardholder, and then its bank, takes. */
  laterMs: number
  /** Whoever has the money back has nothing to dispute. */
  isReversed: (reference: string) => boolean
}

export interface Disputes {
  all: ReadonlyMap<string, Dispute>
  /** What a charge leads to, with this card: nothing, or a dispute a little later. */
  plan(scenario: number, charge: Charge): Entry[]
}

type Charge = Pick<Dispute, 'reference' | 'account' | 'amountMinor' | 'currency'>

/** Cardholders who dispute, and the bank that decides; each change is told to the gateway. */
export function createDisputes(options: DisputeOptions): Disputes {
  const { provider, journal, scheduler, message, laterMs } = options
  const url = `${options.gatewayUrl}/v1/ecommerce/notifications/acquirer/disputes`
  const { disputes, changed } = createDisputeBook(journal)
  const notify = (dispute: Dispute): Entry[] => [
    changed(dispute),
    message({ sender: 'acquirer', url, body: viewOf(dispute) }),
  ]
  const disputing = scheduler.handle<Dispute>('acquirer.dispute', (dispute) => {
    if (disputes.has(dispute.disputeId) || options.isReversed(dispute.reference)) return
    journal.record(...(dispute.untold ? [changed(dispute)] : notify(dispute)))
  })
  const deciding = scheduler.handle<{ disputeId: string; evidence: string }>(
    'acquirer.decide',
    ({ disputeId, evidence }) => {
      const dispute = disputes.get(disputeId)
      const decided = dispute?.status === 'UNDER_REVIEW' ? verdictOn(dispute, evidence) : undefined
      if (decided) journal.record(...notify(decided))
    },
  )

  const withDispute =
    (act: (dispute: Dispute, call: Call) => Answer) =>
    (call: Call): Answer => {
      const dispute = disputes.get(call.params.disputeId ?? '')
      return dispute?.account === call.bearer ? act(dispute, call) : refuse(404, 'not_found')
    }
  const change = (dispute: Dispute, ...more: Entry[]): Answer => {
    journal.record(changed(dispute), ...more)
    return ok(viewOf(dispute))
  }

  provider.get(
    '/disputes/:disputeId',
    'disputeInquire',
    withDispute((dispute) => ok(viewOf(dispute))),
  )
  provider.post(
    '/disputes/:disputeId/submit',
    'disputeSubmit',
    withDispute((dispute, { body }) => {
      const submission = text(body, 'reference')
      if (dispute.submission === submission) return ok(viewOf(dispute))
      if (dispute.status !== 'NEEDS_RESPONSE') return refuse(409, 'already_answered')
      const { disputeId } = dispute
      const evidence = JSON.stringify(body['evidence'] ?? [])
      return change(
        { ...dispute, submission, status: 'UNDER_REVIEW', at: new Date().toISOString() },
        deciding({ disputeId, evidence }, laterMs),
      )
    }),
  )
  provider.post(
    '/disputes/:disputeId/accept',
    'disputeAccept',
    withDispute((dispute) => {
      if (dispute.status === 'LOST') return ok(viewOf(dispute))
      if (dispute.status !== 'NEEDS_RESPONSE') return refuse(409, 'already_answered')
      return change({ ...dispute, status: 'LOST', at: new Date().toISOString() })
    }),
  )
  return {
    all: disputes,
    plan: (scenario, charge) => {
      const dispute = disputeOf(scenario, charge)
      return dispute ? [disputing(dispute, laterMs)] : []
    },
  }
}

const viewOf = (dispute: Dispute) => {
  const {
    account: _account,
    submission: _submission,
    untold: _untold,
    raised: _,
    ...shown
  } = dispute
  return shown
}
