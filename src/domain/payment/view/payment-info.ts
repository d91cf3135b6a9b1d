import { nextCutoff } from '../../settlement/cutoff.ts'
import { toMajor } from '../../money.ts'
import { deadlines } from '../deadlines.ts'
import type { DeadlineName } from '../deadline-name.ts'
import type { Payment } from '../payment.ts'
import { statusOfPhase } from '../phase.ts'
import { wants } from '../wants.ts'
import { amounts } from './amounts.ts'
import { present, timeOf } from '../../present.ts'
import { subpaymentRecords } from './records.ts'
import { rejection } from '../../actor/view/rejection.ts'
import type { Audience } from '../../actor/view/rejection.ts'

/** GET /payment/{paymentId}: what may be shown of a payment, and what comes next. */
export function paymentInfo(payment: Payment, audience: Audience) {
  const { merchant, order, options, instrument } = payment
  return present({
    paymentId: payment.id,
    status: statusOfPhase[payment.phase],
    dataRequest: wants(payment),
    channel: payment.channel,
    method: payment.method,
    merchant: present({
      merchantId: payment.merchantId,
      name: merchant.name,
      url: merchant.url,
      redirectURL: merchant.redirectUrl,
    }),
    customer: { email: maskedEmail(payment.customer.email) },
    order: present({
      amount: toMajor(order.amountMinor, order.currency),
      currency: order.currency,
      description: order.description,
      extOrderId: order.extOrderId,
      commission:
        order.commissionMinor === undefined
          ? undefined
          : toMajor(order.commissionMinor, order.currency),
    }),
    options: present({
      transKind: options.transKind,
      language: options.language,
      recurringType: options.recurringType,
      validTime: options.validTime,
    }),
    instrument: instrument && present(shown(instrument)),
    amounts: amounts(payment),
    fraudWarnings: audience === 'merchant' ? warnings(payment) : undefined,
    subpayments: options.marketplace ? subpaymentRecords(payment) : undefined,
    alias: payment.alias,
    linkId: payment.paymentLinkId,
    parentPaymentId: payment.parentId,
    refPaymentId: options.refPaymentId,
    tokenizerId: payment.tokenizerId,
    ...rejection(payment.rejectCode, audience),
    createdAt: timeOf(payment.createdAt),
    updatedAt: timeOf(payment.updatedAt),
    validUntil: timeOf(payment.validUntil),
    preauthValidUntil: payment.holdUntil === undefined ? undefined : timeOf(payment.holdUntil),
    next: nextEvents(payment),
  })
}

/** Who was warned of is not warned. */
const warnings = ({ fraudWarnings }: Payment) =>
  fraudWarnings?.map(({ at }) => ({ at: timeOf(at) }))

/** `p***@example.com` */
const maskedEmail = (email: string): string =>
  `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`

const shown = ({ type, cardMask, organization }: NonNullable<Payment['instrument']>) => ({
  type,
  cardMask,
  organization,
})

function nextEvents(payment: Payment) {
  const due = deadlines(payment).flatMap(({ name, at }) => {
    const event = publicNames[name]
    return event ? [{ event, at }] : []
  })
  const settlement = settlementAt(payment)
  const all = settlement === undefined ? due : [...due, { event: 'SETTLEMENT', at: settlement }]
  return all.sort((a, b) => a.at - b.at).map(({ event, at }) => ({ event, at: timeOf(at) }))
}

/** The cut-off of the batch that its money is due in; accounts of merchants settle in their own time. */
const settlementAt = ({ phase, via, held, closed, updatedAt }: Payment): number | undefined =>
  phase === 'paid' && via === undefined && !held && !closed ? nextCutoff(updatedAt) : undefined

/** Housekeeping that a merchant cannot see has no public name. */
const publicNames: Record<DeadlineName, string | undefined> = {
  expiry: 'EXPIRY',
  profilingTimeout: undefined,
  challengeTimeout: 'CHALLENGE_TIMEOUT',
  challengeResult: undefined,
  redirectTimeout: 'CHALLENGE_TIMEOUT',
  redirectResult: undefined,
  payerTimeout: 'PAYER_TIMEOUT',
  inquiry: 'INQUIRY',
  holdEnd: 'PREAUTH_RELEASE',
  refundWindowEnd: 'REFUND_WINDOW_END',
  lateEnd: undefined,
  delivery: undefined,
  advanceEnd: undefined,
}
