import type { DeadlineName } from './deadline-name.ts'
import { deadlineNames } from './deadline-name.ts'
import { deadlineRules } from './operations/index.ts'
import type { Payment } from './payment.ts'

export interface Deadline {
  name: DeadlineName
  at: number
}

/** What falls due by itself, and when; the earliest first. Only a moved clock goes on while held. */
export function deadlines(payment: Payment): Deadline[] {
  const names = payment.held ? (['advanceEnd'] as const) : deadlineNames
  return names
    .flatMap((name) => {
      const at = deadlineRules[name].at(payment)
      return at === undefined ? [] : [{ name, at }]
    })
    .sort((a, b) => a.at - b.at)
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
