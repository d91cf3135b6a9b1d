import { z } from 'zod'
import { AdvanceAnswer, AdvanceRequest } from '../../contract/commands.ts'
import { finished as isDisputeFinished } from '../../domain/dispute/deadlines.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import { finished } from '../../domain/payment/deadlines.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { timeOf } from '../../domain/present.ts'
import { finished as isTokenizationFinished } from '../../domain/tokenization/deadlines.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import type { ActorReads } from '../../postgres/actor-reads.ts'
import { isOwn } from '../auth/caller.ts'
import { accepted } from '../commands/accepted.ts'
import { endpoint } from '../endpoint.ts'
import { metaOf } from '../commands/meta.ts'
import type { KeyedRequest } from '../commands/meta.ts'
import { acceptedDispute } from '../lists/dispute-view.ts'
import { Refused } from '../refused.ts'
import { acceptedTokenization } from '../commands/send-tokenization-command.ts'
import type { Uses } from '../services.ts'

const MAX_WAIT_MS = 20_000

export const advanceClock = endpoint({
  method: 'post',
  path: '/sandbox/:paymentId/advance',
  tag: 'Service',
  summary: 'Move the clock of a payment, a tokenization or a dispute forward (sandbox only)',
  description: 'Answers when what fell due has happened, at most after 20 seconds.',
  resource: 'ANY',
  params: z.object({ paymentId: z.string() }),
  body: AdvanceRequest,
  answer: AdvanceAnswer,
  rejects: ['not_found', 'payment_not_found'],
  handle: async (services, request) => {
    if (services.config.environment !== 'sandbox') throw new Refused('not_found')
    const id = request.params.paymentId
    const payment = await services.payments.find(id)
    if (payment && isOwn(payment, request.caller))
      return { paymentId: id, ...(await movePayment(services, request, payment)) }
    const tokenization = await services.tokenizations.find(id)
    if (tokenization && isOwn(tokenization, request.caller))
      return { tokenizerId: id, ...(await moveTokenization(services, request, tokenization)) }
    const dispute = await services.disputes.find(id)
    if (dispute && isOwn(dispute, request.caller))
      return { disputeId: id, ...(await moveDispute(services, request, dispute)) }
    throw new Refused('payment_not_found')
  },
})

type Request = KeyedRequest & { body: z.output<typeof AdvanceRequest>; hungUp?: AbortSignal }

async function movePayment(
  services: Uses<'gateway' | 'ids' | 'payments'>,
  request: Request,
  payment: Payment,
) {
  const command = { name: 'advance', seconds: request.body.seconds } as const
  const sent = await services.gateway.send(payment, command, metaOf(request, services))
  const isOver = !sent.outcome.accepted && finished(payment)
  const after = isOver ? payment : accepted(sent).payment
  return arrival(services.payments, payment, after, request.hungUp)
}

async function moveTokenization(
  services: Uses<'gateway' | 'ids' | 'tokenizations'>,
  request: Request,
  tokenization: Tokenization,
) {
  const command = { name: 'advance', seconds: request.body.seconds } as const
  const meta = metaOf(request, services)
  const sent = await services.gateway.sendTokenization(tokenization, command, meta)
  const isOver = !sent.outcome.accepted && isTokenizationFinished(tokenization)
  const after = isOver ? tokenization : acceptedTokenization(sent)
  return arrival(services.tokenizations, tokenization, after, request.hungUp)
}

async function moveDispute(
  services: Uses<'disputes' | 'gateway' | 'ids'>,
  request: Request,
  dispute: Dispute,
) {
  const command = { name: 'advance', seconds: request.body.seconds } as const
  const sent = await services.gateway.sendDispute(dispute, command, metaOf(request, services))
  const isOver = !sent.outcome.accepted && isDisputeFinished(dispute)
  const after = isOver ? dispute : acceptedDispute(sent)
  return arrival(services.disputes, dispute, after, request.hungUp)
}

type Actor = Pick<Payment, 'id' | 'version' | 'advance' | 'calls' | 'clockOffsetMs'>

/** Once the clock has arrived and what followed from that is done. */
async function arrival<S extends Actor>(
  reads: ActorReads<S>,
  before: S,
  sent: S,
  hungUp: AbortSignal | undefined,
) {
  const end = Date.now() + MAX_WAIT_MS
  let latest = sent
  while ((latest.advance || latest.calls.length > 0) && Date.now() < end && !hungUp?.aborted) {
    const { id, version } = latest
    latest = (await reads.waitForNewer(id, version, end - Date.now(), hungUp)) ?? latest
  }
  const fired = await reads.dueSince(before.id, before.version)
  return {
    now: timeOf(Date.now() + latest.clockOffsetMs),
    fired: fired.filter((name) => name !== 'advanceEnd'),
  }
}
