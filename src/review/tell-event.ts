import { formatMoney } from '../domain/money.ts'
import { describeReason } from '../domain/reasons/given-reason.ts'
import type { Currency } from '../domain/currency.ts'
import type { RouteChoice } from '../domain/routing/route.ts'
import type { Event } from '../domain/payment/events.ts'
import { ruleOf } from '../domain/payment/operations/index.ts'

/** An event of a payment in words for a person who was not there. */
export function tellEvent(event: Event, currency: Currency): string {
  const amount = amountOf(event)
  const told = amount === undefined ? '' : ` ${formatMoney(amount, currency)}`
  const why = whyOf(event)
  return `${ruleOf(event).words.text}${told}${why === undefined ? '' : `: ${why}`}`
}

function amountOf(event: Event): number | undefined {
  if ('amountMinor' in event) return event.amountMinor
  if ('refund' in event) return event.refund.amountMinor
  return 'transaction' in event ? event.transaction.amountMinor : undefined
}

function whyOf(event: Event): string | undefined {
  if ('rejectCode' in event) return describeReason(event)
  if ('ending' in event) return describeReason(event.ending)
  if ('reason' in event) return event.reason
  if (event.type === 'routeChosen') return wayOf(event.choice)
  if (event.type === 'authenticated') return `3-D Secure ${event.authentication.transStatus}`
  return undefined
}

const wayOf = ({ rule, via }: RouteChoice): string =>
  `${via ?? 'none'}${rule === undefined ? '' : ` by the rule ${rule}`}`
