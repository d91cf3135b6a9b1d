import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { blamesAcquirer } from '../src/domain/reasons/elsewhere.ts'
import type { Deps } from './deps.ts'
import { throughBlips } from './send-once.ts'

/**
 * Keeps what came of a charge through a merchant's own account, for whoever chooses the next way. What
 * could not be sent is closed first, so that no late execution sends it after the next account was asked.
 */
export async function noteCharge(
  { intents, routing, log }: Pick<Deps, 'intents' | 'routing' | 'log'>,
  { call, ownerId, merchantId }: CallRequest,
  outcome: Outcome,
): Promise<void> {
  const { via, reference, trial = false, others } = call
  if (via === undefined) return
  if (others && outcome.type === 'notSent')
    await throughBlips(() => intents.close(reference, ownerId))
  const answered = isAnswered(outcome)
  await routing.charges
    .note({ merchantId, via, reference, outcome: outcome.type, answered, trial })
    .catch((error: unknown) => {
      log.warn({ error, via }, 'what came of a charge could not be noted')
    })
}

/** An answer about the card; a provider that does not know our account is as good as away. */
const isAnswered = (outcome: Outcome): boolean =>
  outcome.type !== 'notSent' &&
  outcome.type !== 'unknown' &&
  !(outcome.type === 'declined' && blamesAcquirer(outcome.rejectCode))
