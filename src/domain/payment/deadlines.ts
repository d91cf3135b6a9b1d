import { isOpenStatus } from '../actor/open-status.ts'
import type { Payment } from './payment.ts'
import { statusOfPhase } from './phase.ts'

export const deadlineNames = [
  'expiry',
  'profilingTimeout',
  'challengeTimeout',
  'payerTimeout',
  'inquiry',
  'holdEnd',
  'refundWindowEnd',
  'lateEnd',
  'delivery',
  'advanceEnd',
] as const
export type DeadlineName = (typeof deadlineNames)[number]

export interface Deadline {
  name: DeadlineName
  at: number
}

/** What falls due by itself, and when; the earliest first. */
export function deadlines(payment: Payment): Deadline[] {
  if (payment.held) return advanceEnd(payment)
  const { phase } = payment
  const open = isOpenStatus(statusOfPhase[phase])
  const list: (Deadline | undefined)[] = [
    open && !payment.ending ? due('expiry', payment.validUntil) : undefined,
    phase === 'profiling' ? due('profilingTimeout', payment.profiling?.until) : undefined,
    phase === 'challenging' ? due('challengeTimeout', payment.challenge?.until) : undefined,
    phase === 'awaitingPayer' ? due('payerTimeout', payment.payerUntil) : undefined,
    payment.calls.length === 0 ? due('inquiry', payment.nextInquiryAt) : undefined,
    phase === 'authorized' ? due('holdEnd', payment.holdUntil) : undefined,
    ['paid', 'settled'].includes(phase) && !payment.closed
      ? due('refundWindowEnd', payment.refundUntil)
      : undefined,
    payment.closed ? undefined : due('lateEnd', payment.lateUntil),
    ...advanceEnd(payment),
  ]
  return list.filter((deadline) => deadline !== undefined).sort((a, b) => a.at - b.at)
}

/** True when nothing can happen any more, but for notifications still to be delivered. */
export function finished(payment: Payment): boolean {
  return (
    payment.calls.length === 0 &&
    deadlines(payment).length === 0 &&
    !payment.held &&
    isFinal(payment)
  )
}

const isFinal = ({ phase }: Payment): boolean =>
  ['paid', 'settled', 'rejected', 'cancelled', 'errored'].includes(phase)

const advanceEnd = ({ advance }: Payment): Deadline[] =>
  advance ? [{ name: 'advanceEnd', at: advance.target }] : []

const due = (name: DeadlineName, at: number | undefined): Deadline | undefined =>
  at === undefined ? undefined : { name, at }
