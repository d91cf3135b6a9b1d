import type { SearchAttributePair, SearchAttributeUpdatePair } from '@temporalio/common'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { deadlines as disputeDeadlines } from '../src/domain/dispute/deadlines.ts'
import type { Dispute } from '../src/domain/dispute/dispute.ts'
import { statusOfDispute } from '../src/domain/dispute/dispute.ts'
import { deadlines } from '../src/domain/payment/deadlines.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { statusOfPhase } from '../src/domain/payment/phase.ts'
import { deadlines as tokenizationDeadlines } from '../src/domain/tokenization/deadlines.ts'
import type { Tokenization } from '../src/domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../src/domain/tokenization/phase.ts'

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD)

export const statusKey = keyword('PaymentStatus')
export const merchantKey = keyword('MerchantId')
export const nextDueKey = defineSearchAttributeKey('NextDueAt', SearchAttributeType.DATETIME)

const keys = {
  method: keyword('Method'),
  currency: keyword('Currency'),
  rejectCode: keyword('RejectCode'),
  organization: keyword('Organization'),
  amountMinor: defineSearchAttributeKey('AmountMinor', SearchAttributeType.INT),
}

/** What operators search by. They are never encrypted, so no personal data is among them. */
export function searchAttributes(payment: Payment): SearchAttributePair[] {
  return [
    { key: statusKey, value: statusOfPhase[payment.phase] },
    { key: keys.method, value: payment.method },
    { key: keys.currency, value: payment.order.currency },
    { key: keys.amountMinor, value: payment.order.amountMinor },
    ...common(payment, deadlines(payment)[0]?.at),
  ]
}

export function tokenizationAttributes(tokenization: Tokenization): SearchAttributePair[] {
  return [
    { key: statusKey, value: statusOfTokenization[tokenization.phase] },
    { key: keys.method, value: tokenization.kind },
    ...common(tokenization, tokenizationDeadlines(tokenization)[0]?.at),
  ]
}

export function disputeAttributes(dispute: Dispute): SearchAttributePair[] {
  const { method, currency, word, organization } = dispute
  return [
    { key: statusKey, value: statusOfDispute(dispute) },
    { key: keys.method, value: method },
    { key: keys.currency, value: currency },
    ...(word ? [{ key: keys.amountMinor, value: word.amountMinor }] : []),
    ...common(
      { merchantId: dispute.merchantId, ...(organization && { instrument: { organization } }) },
      disputeDeadlines(dispute)[0]?.at,
    ),
  ]
}

/** The same for a workflow that runs: what holds no longer is taken away. */
export function attributeChanges(
  given: readonly SearchAttributePair[],
): SearchAttributeUpdatePair[] {
  const isGiven = new Set(given.map(({ key }) => key.name))
  const gone = [
    { key: keys.rejectCode, value: null },
    { key: nextDueKey, value: null },
  ]
  return [...given, ...gone.filter(({ key }) => !isGiven.has(key.name))]
}

const NEAR_MS = 5_000

/**
 * Whoever starts a workflow foresees its first deadline by a clock of its own; correcting that by
 * milliseconds would cost every payment an event, and nobody searches so closely.
 */
export const isSameDeadline = (one: Date | undefined, other: Date | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : Math.abs(one.getTime() - other.getTime()) < NEAR_MS

interface Searched {
  merchantId: string
  rejectCode?: string
  instrument?: { organization?: string }
}

const common = (
  { merchantId, rejectCode, instrument }: Searched,
  nextDueAt: number | undefined,
): SearchAttributePair[] => [
  { key: merchantKey, value: merchantId },
  ...(rejectCode ? [{ key: keys.rejectCode, value: rejectCode }] : []),
  ...(instrument?.organization ? [{ key: keys.organization, value: instrument.organization }] : []),
  ...(nextDueAt === undefined ? [] : [{ key: nextDueKey, value: new Date(nextDueAt) }]),
]
