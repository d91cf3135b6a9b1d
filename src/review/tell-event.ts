import { formatMoney } from '../domain/money.ts'
import { describeReason } from '../domain/reasons/given-reason.ts'
import type { Currency } from '../domain/currency.ts'
import type { RouteChoice } from '../domain/routing/route.ts'
import type { Event, EventType } from '../domain/payment/events.ts'

/** An event of a payment in words for a person who was not there. */
export function tellEvent(event: Event, currency: Currency): string {
  const amount = amountOf(event)
  const told = amount === undefined ? '' : ` ${formatMoney(amount, currency)}`
  const why = whyOf(event)
  return `${words[event.type]}${told}${why === undefined ? '' : `: ${why}`}`
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

const words: Record<EventType, string> = {
  created: 'registered',
  detailsGiven: 'details given',
  linkRestored: 'payment page link renewed',
  walletOpeningStarted: 'wallet token being opened',
  walletOpened: 'wallet token opened',
  deviceNeeded: 'needs data about the browser',
  profilingStarted: 'the bank looks at the browser',
  authenticationStarted: 'strong authentication started',
  challengeNeeded: 'the bank wants to challenge the payer',
  authenticated: 'payer authenticated',
  routingStarted: 'a way is looked for',
  routeChosen: 'way chosen',
  authorizationStarted: 'authorisation started',
  authorizationRepeated: 'authorisation sent again',
  authorized: 'hold of',
  paid: 'paid',
  transactionClosed: 'transaction closed',
  outcomeUnknown: 'outcome unknown, it will be inquired',
  secretLost: 'the process that held the code is gone, it is asked for again',
  undoingStarted: 'being undone',
  payerAsked: 'payer asked to confirm',
  payerWaited: 'waiting for the payer',
  inquired: 'provider asked for the state',
  appNeeded: 'payer has to choose a bank app',
  codeNeeded: 'payer has to give a new code',
  aliasChanged: 'alias changed',
  givingUpStarted: 'being given up at the provider',
  endRequested: 'end requested, waits for the money',
  lateMoneyFound: 'money came after the end',
  secondMoneyFound: 'the order was paid once more: that money goes back',
  moneySentBack: 'late money sent back',
  sendBackRefused: 'the provider does not send late money back',
  rejected: 'rejected',
  cancelled: 'cancelled',
  errored: 'ended with an error',
  captureStarted: 'capture started',
  captured: 'captured',
  partCaptured: 'captured in part',
  captureRefused: 'capture refused',
  holdReleased: 'hold ended, the rest given back',
  remainderReleased: 'rest of the hold released',
  adjustmentStarted: 'change of the hold started to',
  adjusted: 'hold changed to',
  adjustmentRefused: 'change of the hold refused',
  withdrawalStarted: 'withdrawal of the change started',
  withdrawn: 'hold back to',
  withdrawalRefused: 'withdrawal refused',
  reversalStarted: 'reversal started',
  holdKept: 'reversal refused, the hold stays',
  saleKept: 'reversal refused, the sale stays',
  refundAccepted: 'refund accepted',
  refundCompleted: 'refund completed',
  refundRefused: 'refund refused',
  refundFailed: 'refund failed',
  called: 'provider called',
  settlementClosed: 'in a settlement batch',
  settled: 'settled',
  partSettled: 'a capture settled',
  allSettled: 'every capture settled',
  clockMoved: 'sandbox clock moved',
  held: 'HELD for an operator',
  resumed: 'resumed by an operator',
  closed: 'closed',
}
