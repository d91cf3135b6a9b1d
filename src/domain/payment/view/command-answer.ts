import type { CommandOutcome } from '../../actor/decision.ts'
import type { Payment } from '../payment.ts'
import { statusOfPhase } from '../phase.ts'
import { wants } from '../wants.ts'
import { acsData } from '../../actor/view/acs-data.ts'
import { amounts } from './amounts.ts'
import { present } from '../../present.ts'
import { redirectUrl } from './redirect-url.ts'
import { rejection } from '../../actor/view/rejection.ts'
import type { Audience } from '../../actor/view/rejection.ts'

export interface AnswerOptions {
  publicUrl: string
  audience?: Audience
  outcome?: CommandOutcome
}

/** The answer of every command but create and refund. */
export function commandAnswer(payment: Payment, options: AnswerOptions) {
  const { publicUrl, audience = 'merchant', outcome } = options
  const transId = outcome?.accepted ? outcome.transId : undefined
  const operation = payment.transactions.find((transaction) => transaction.transId === transId)
  const dataRequest = wants(payment)
  return present({
    paymentId: payment.id,
    status: statusOfPhase[payment.phase],
    dataRequest,
    acsData: acsData(payment),
    redirectURL: redirectUrl(payment, publicUrl),
    ...rejection(operation?.rejectCode ?? payment.rejectCode, audience),
    tokenizerId: payment.tokenizerId,
    channel: payment.channel,
    method: payment.method,
    apps: dataRequest === 'BLIK_APP' ? payment.apps : undefined,
    transId: operation?.transId,
    transStatus: operation?.status,
    amounts: operation && amounts(payment),
  })
}

/**
 * The answer of create acknowledges; it never tells a success. A card that is approved at once is
 * still PENDING here, and COMPLETED in the next read or in the notification.
 */
export function createAnswer(payment: Payment, options: AnswerOptions) {
  const { outcome: _, ...withoutOperation } = options
  const answer = commandAnswer(payment, withoutOperation)
  if (answer.status !== 'COMPLETED' && answer.status !== 'SETTLED') return answer
  const { dataRequest: _capture, ...acknowledged } = answer
  return { ...acknowledged, status: 'PENDING' as const }
}
