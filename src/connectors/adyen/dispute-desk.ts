import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AcceptDisputeRequest } from '@adyen/api-library/lib/src/typings/disputes/acceptDisputeRequest.js'
import type { DefendDisputeRequest } from '@adyen/api-library/lib/src/typings/disputes/defendDisputeRequest.js'
import type { SupplyDefenseDocumentRequest } from '@adyen/api-library/lib/src/typings/disputes/supplyDefenseDocumentRequest.js'
import type { DisputeAnswer, DisputeDesk } from '../disputes.ts'
import { outcomeFrom } from '../outcome-from.ts'
import { chooseDefense, DefenseReason } from './defense.ts'
import type { AdyenAnswer, AdyenError, AdyenHttp } from './http.ts'

const Result = z.object({
  disputeServiceResult: z.object({
    success: z.boolean(),
    errorMessage: z.exactOptional(z.string()),
  }),
})
const Reasons = Result.extend({ defenseReasons: z.array(DefenseReason).max(200).default([]) })
type Result = z.infer<typeof Result>
type Reasons = z.infer<typeof Reasons>

/**
 * Adyen's DisputeService. It says of a dispute only how it can be defended, and of one that cannot be any
 * more nothing: how it stands is told by messages.
 */
export const createDisputeDesk = (http: AdyenHttp): DisputeDesk => {
  const named = (disputePspReference: string): AcceptDisputeRequest => ({
    disputePspReference,
    merchantAccountCode: http.merchantAccount,
  })
  // A question has a key of its own each time: the same again would be answered as it was.
  const ask = (id: string, signal?: AbortSignal) =>
    http.post(
      { path: '/retrieveApplicableDefenseReasons', key: randomUUID(), body: named(id) },
      Reasons,
      signal,
    )
  return {
    inquire: async (id, signal) => standingOf(await ask(id, signal)),
    submit: async ({ reference, providerRef: id, items }, signal) => {
      const asked = await ask(id, signal)
      if (asked.type !== 'answered') return nothingSent(asked)
      const { disputeServiceResult, defenseReasons } = asked.body
      if (!disputeServiceResult.success) return refusalOf(asked.body)
      const defense = chooseDefense(defenseReasons, items)
      if ('problem' in defense) return { type: 'invalid', detail: defense.problem }
      const supply: SupplyDefenseDocumentRequest = {
        ...named(id),
        defenseDocuments: defense.documents,
      }
      // Documents alone defend nothing: they may be sent again, and take the place of the same.
      const supplied = await http.post(
        { path: '/supplyDefenseDocument', key: `${reference}-documents`, body: supply },
        Result,
        signal,
      )
      if (supplied.type !== 'answered') return nothingSent(supplied)
      if (!supplied.body.disputeServiceResult.success) return refusalOf(supplied.body)
      const defend: DefendDisputeRequest = { ...named(id), defenseReasonCode: defense.reasonCode }
      const post = { path: '/defendDispute', key: reference, body: defend }
      return answerOf(await http.post(post, Result, signal))
    },
    accept: async ({ reference, providerRef: id }, signal) => {
      const post = { path: '/acceptDispute', key: reference, body: named(id) }
      return answerOf(await http.post(post, Result, signal))
    },
  }
}

function answerOf(answer: AdyenAnswer<Result>): DisputeAnswer {
  return outcomeFrom<Result, AdyenError, DisputeAnswer, DisputeAnswer>(
    answer,
    (body) =>
      body.disputeServiceResult.success
        ? { type: 'disputed', facts: { moves: [] } }
        : refusalOf(body),
    ({ error }) => ({ type: 'invalid', detail: error.errorCode ?? error.errorType }),
  )
}

const UNPROCESSABLE = 422

/** One that cannot be defended was answered, or its time is over; who may not ask does not know. */
function standingOf(answer: AdyenAnswer<Reasons>): DisputeAnswer {
  const stands = (awaits: boolean): DisputeAnswer => ({
    type: 'disputed',
    facts: { moves: [], awaits },
  })
  return outcomeFrom<Reasons, AdyenError, DisputeAnswer, DisputeAnswer>(
    answer,
    ({ disputeServiceResult: { success }, defenseReasons }) =>
      stands(success && defenseReasons.length > 0),
    ({ status }) =>
      status === UNPROCESSABLE ? stands(false) : { type: 'unknown', because: 'serverError' },
  )
}

/** The dispute itself was not touched yet, so that it is certain that nothing was submitted. */
const nothingSent = (answer: Exclude<AdyenAnswer<unknown>, { type: 'answered' }>): DisputeAnswer =>
  answer.type === 'refused'
    ? { type: 'invalid', detail: answer.error.errorCode ?? answer.error.errorType }
    : { type: 'notSent' }

const refusalOf = ({ disputeServiceResult: { errorMessage } }: Result): DisputeAnswer => ({
  type: 'invalid',
  detail: errorMessage?.slice(0, 200) ?? 'adyen has refused it',
})
