import type { Message } from '../src/domain/actor/message.ts'
import type { Recorded, RecordedAt } from '../src/domain/actor/entry.ts'
import type { DisputeEvent } from '../src/domain/dispute/events.ts'
import type { Event } from '../src/domain/payment/events.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { statusOfPhase } from '../src/domain/payment/phase.ts'
import type { TokenizationEvent } from '../src/domain/tokenization/events.ts'
import { failpoint } from '../src/process/failpoint.ts'
import type { Metrics } from '../src/process/metrics.ts'
import type { News } from '../src/postgres/changes.ts'
import { holdActor } from '../src/postgres/hold-actor.ts'
import type { RecordDisputeInput } from '../src/postgres/disputes/record-dispute.ts'
import { recordDispute } from '../src/postgres/disputes/record-dispute.ts'
import type { Applied, RecordPaymentInput } from '../src/postgres/record-payment.ts'
import { applyOne, recordPayment } from '../src/postgres/record-payment.ts'
import type { RecordTokenizationInput } from '../src/postgres/record-tokenization.ts'
import { recordTokenization } from '../src/postgres/record-tokenization.ts'
import type { Deps } from './deps.ts'
import { createStep } from './step.ts'
import type { PaymentOffer, QuickCall } from './step.ts'

export type RecordActivities = ReturnType<typeof createRecordActivities>

/** Commits what a payment or a tokenization decided, and tells whoever waits for it. */
export function createRecordActivities(
  deps: Pick<Deps, 'db' | 'hint' | 'log' | 'metrics'>,
  quickCall: QuickCall,
) {
  const { db, hint, log, metrics } = deps

  /** What was committed comes back with the time it was decided at, which replay needs. */
  async function record<E>(
    id: string,
    input: Input,
    commit: () => Promise<Recorded<E>>,
    whenCommitted: () => News | undefined,
  ): Promise<RecordedAt<E>> {
    alarmRefused(id, input.message)
    await failpoint('act.db.before_commit', { key: id })
    const done = metrics?.recordDurationSeconds.startTimer()
    const recorded = await commit()
    done?.({ result: recorded.status })
    const isCommitted = recorded.status === 'committed'
    if (isCommitted) countCommand(metrics, input)
    hint(id, isCommitted ? whenCommitted() : undefined)
    await failpoint('act.db.after_commit_before_return', { key: id })
    return isCommitted ? { status: 'committed', now: input.now } : recorded
  }

  /** The database refused what must not be: an operator has to look, and nothing goes on by itself. */
  async function hold(kind: keyof typeof holdActor, id: string, reason: string): Promise<void> {
    log.error({ id, reason }, 'held for an operator')
    await holdActor[kind](db, id, reason)
    hint(id)
  }

  /** Only somebody at the Temporal server itself can send what we did not seal. */
  function alarmRefused(id: string, message: Message): void {
    if (message.type !== 'unreadable') return
    log.error({ id, messageId: message.id, reason: message.reason }, 'refused a message')
    metrics?.refusedMessages.inc({ kind: 'signal' })
  }

  const commitPayment = (input: PaymentOffer, applied: Applied): Promise<RecordedAt<Event>> => {
    const commit = () => recordPayment(db, input, applied)
    return record<Event>(input.paymentId, input, commit, () => {
      noteOutcome(metrics, input, applied.payment)
      return newsOf(input, applied.payment)
    })
  }

  return {
    recordPayment: (input: PaymentOffer) => commitPayment(input, applyOne(input)),
    stepPayment: createStep({ commit: commitPayment, quickCall }),
    recordTokenization: (input: RecordTokenizationInput & { now: number }) => {
      const commit = () => recordTokenization(db, input)
      return record<TokenizationEvent>(input.tokenizerId, input, commit, () => undefined)
    },
    recordDispute: (input: RecordDisputeInput & { now: number }) => {
      const commit = () => recordDispute(db, input)
      return record<DisputeEvent>(input.disputeId, input, commit, () => undefined)
    },
    /** Somebody who is not the gateway has started a workflow. */
    alarmRefusedStart: (workflowId: string): Promise<void> => {
      log.error({ id: workflowId }, 'refused a workflow that the gateway did not start')
      metrics?.refusedMessages.inc({ kind: 'start' })
      return Promise.resolve()
    },
    holdPayment: (id: string, reason: string) => hold('payment', id, reason),
    holdTokenization: (id: string, reason: string) => hold('tokenization', id, reason),
    holdDispute: (id: string, reason: string) => hold('dispute', id, reason),
  }
}

type Input = (RecordPaymentInput | RecordTokenizationInput | RecordDisputeInput) & { now: number }

/** What stands now, for those of this process who wait for it. */
const newsOf = (
  { before, message, decision }: RecordPaymentInput,
  state: Payment | undefined,
): News => ({
  version: (before?.version ?? 0) + 1,
  messageId: message.id,
  outcome: decision.outcome,
  bodyHash: message.type === 'command' ? message.bodyHash : undefined,
  state,
})

/** The end of a charge that was under way. A clock that was moved in the sandbox tells nothing. */
function noteOutcome(
  metrics: Metrics | undefined,
  { before }: RecordPaymentInput,
  after: Payment | undefined,
): void {
  const [charge] = before?.transactions ?? []
  if (!metrics || !before || !charge || before.clockOffsetMs !== 0) return
  if (statusOfPhase[before.phase] !== 'PENDING') return
  if (!after || statusOfPhase[after.phase] === 'PENDING') return
  const seconds = (Date.now() - charge.createdAt) / 1_000
  metrics.outcomeSeconds.observe({ method: before.method }, seconds)
}

/** Once per command, because a version is committed once. */
function countCommand(metrics: Metrics | undefined, { message, decision }: Input): void {
  if (message.type !== 'command') return
  const outcome = decision.outcome.accepted ? 'accepted' : 'refused'
  metrics?.commands.inc({ command: message.command.name, outcome })
}
