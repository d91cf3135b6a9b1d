import type { Currency } from '../domain/currency.ts'
import { formatMoney } from '../domain/money.ts'
import type { Event } from '../domain/payment/events.ts'
import { describeReason } from '../domain/reasons/given-reason.ts'
import type { RouteChoice } from '../domain/routing/route.ts'
import type { Call } from '../domain/actor/call.ts'
import { callWays } from '../domain/payment/call-ways.ts'
import { ruleOf } from '../domain/payment/operations/index.ts'
import type { AttemptRow, JournalRow, PaymentFile } from '../postgres/review/payment-file.ts'
import { present } from '../domain/present.ts'

/** Who takes part in a payment's story. */
export const parties = ['merchant', 'payer', 'operator', 'gateway', 'provider'] as const
export type Party = (typeof parties)[number]

/** One thing that happened: something said by one party to another, or a step of the gateway. */
export interface TimelineItem {
  at: Date
  from: Party
  to: Party
  text: string
  detail: string
  tone: 'plain' | 'good' | 'bad' | 'waiting'
  version?: number
  /** Of a step of the gateway: the program and build that made it. */
  decidedBy?: string
}

/** The story of a payment in the order in which it happened. */
export function timeline({ state, journal, attempts }: PaymentFile): TimelineItem[] {
  const { currency } = state.order
  const calls = new Map<string, Call>()
  const items = journal.flatMap((line) => {
    const entries = [incoming(line, calls), ...steps(line, currency)]
    for (const call of line.events.flatMap((event) => event.call ?? [])) {
      calls.set(call.id, call)
      entries.push(outgoing(line, call, formatMoney(call.amountMinor, currency)))
    }
    return entries
  })
  // What a step leads to must stay behind it when both carry the same time.
  return [...items, ...attempts.map(delivery)].sort((a, b) => a.at.getTime() - b.at.getTime())
}

function incoming(line: JournalRow, calls: ReadonlyMap<string, Call>): TimelineItem {
  const { at, version, messageId, outcome } = line
  const common = { at, version, to: 'gateway' as const, tone: 'plain' as const }
  if (line.command === 'due') {
    const [, name = ''] = messageId.split('/')
    return { ...common, from: 'gateway', text: `deadline: ${name}`, detail: '', tone: 'waiting' }
  }
  if (line.command === 'result') {
    const call = calls.get(messageId.replace(/^result\//, ''))
    const text = `answer to ${call ? callWays[call.kind].words : 'a call'}`
    return { ...common, from: 'provider', text, detail: call?.reference ?? messageId }
  }
  return {
    ...common,
    from: partyOf(line.actor ?? ''),
    text: outcome.accepted
      ? (line.command ?? 'a message')
      : `${line.command ?? 'a message'} refused: ${outcome.code}`,
    detail: [
      line.actor,
      line.keyName && `key “${line.keyName}”`,
      line.requestId && `request ${line.requestId}`,
    ]
      .filter(Boolean)
      .join(', '),
    ...(!outcome.accepted && { tone: 'bad' as const }),
  }
}

function steps(
  { at, version, events, decidedBy }: JournalRow,
  currency: Parameters<typeof describeEvent>[1],
) {
  // That a provider was called shows as an arrow.
  const shown = events.filter(({ type }) => type !== 'called')
  return shown.map<TimelineItem>((event) => ({
    at,
    version,
    from: 'gateway',
    to: 'gateway',
    detail: event.type,
    tone: ruleOf(event).words.tone,
    text: describeEvent(event, currency),
    ...present({ decidedBy: decidedBy ?? undefined }),
  }))
}

const outgoing = ({ at, version }: JournalRow, call: Call, amount: string): TimelineItem => ({
  at,
  version,
  from: 'gateway',
  to: 'provider',
  tone: 'plain',
  text: [callWays[call.kind].words, ...(call.amountMinor === 0 ? [] : [amount])].join(' '),
  detail: call.via === undefined ? call.reference : `${call.reference} over ${call.via}`,
})

const delivery = (row: AttemptRow): TimelineItem => ({
  at: row.at,
  from: 'gateway',
  to: 'merchant',
  text: `notification ${String(row.sequence)}: ${row.status === null ? (row.problem ?? 'no answer') : String(row.status)}`,
  detail: `attempt ${String(row.attempt)}, ${String(row.latencyMs)} ms`,
  tone: row.status !== null && row.status < 300 ? 'good' : 'bad',
})

function partyOf(actor: string): Party {
  if (actor.startsWith('operator')) return 'operator'
  if (/^(customer|payer|client)/.test(actor)) return 'payer'
  if (/^(threeds|acs|blik|bank|provider|acquirer|settlement)/.test(actor)) return 'provider'
  return actor === 'gateway' ? 'gateway' : 'merchant'
}

/** An event of a payment in words for a person who was not there. */
export function describeEvent(event: Event, currency: Currency): string {
  const amount = amountOf(event)
  const sum = amount === undefined ? '' : ` ${formatMoney(amount, currency)}`
  const why = whyOf(event)
  return `${ruleOf(event).words.text}${sum}${why === undefined ? '' : `: ${why}`}`
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
