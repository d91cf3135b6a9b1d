import { segment } from '../http.ts'
import type { Http } from '../http.ts'
import type { Acquirer, AuthorizeRequest, ReverseRequest } from '../acquirer.ts'
import type { FollowUpRequest } from '../follow-up.ts'
import { createSettles } from '../settlement-file.ts'
import { createDisputeDesk } from './disputes.ts'
import { decisionOn, inquiryOf, outcomeOf, recordedDecisionOn } from './mapping.ts'

export function createClient(http: Http): Acquirer {
  const operate = async (
    operation: 'authorize' | 'capture' | 'adjust' | 'refund' | 'reverse',
    body: AuthorizeRequest | (FollowUpRequest & { reason?: string }),
    signal?: AbortSignal,
  ) => {
    const answer = await http.post(`/${operation}`, body, decisionOn(body.reference), signal)
    return outcomeOf(answer, operation, body.amountMinor)
  }
  const followUp =
    (operation: 'capture' | 'adjust' | 'refund') =>
    (request: FollowUpRequest, signal?: AbortSignal) =>
      operate(operation, bodyOfFollowUp(request), signal)

  return {
    authorize: (request: AuthorizeRequest, signal) => operate('authorize', request, signal),
    capture: followUp('capture'),
    adjust: followUp('adjust'),
    refund: followUp('refund'),
    reverse: (request: ReverseRequest, signal) =>
      operate('reverse', { ...bodyOfFollowUp(request), reason: request.reason }, signal),

    async inquire({ reference, amountMinor }, signal) {
      const path = `/operations/${segment(reference)}`
      return inquiryOf(await http.get(path, recordedDecisionOn(reference), signal), amountMinor)
    },

    disputes: createDisputeDesk(http),

    ...createSettles(http),
  }
}

/** References are all the names that this protocol has. */
const bodyOfFollowUp = (request: FollowUpRequest) => ({
  reference: request.reference,
  originalReference: request.originalReference,
  amountMinor: request.amountMinor,
  currency: request.currency,
  ...(request.keepsRest && { final: false }),
})
