import { hasFreeUse } from '../domain/payment/payment-link.ts'
import { attemptOf, mayTryAgain } from '../domain/payment/may-try-again.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Uses } from '../http/for-checkout.ts'
import {
  isOrderPaid,
  isSuperseded,
  pageLinkOf,
  retryPayment,
  triesOf,
} from '../http/for-checkout.ts'
import type { Payer } from './payer.ts'
import type { Page } from './page.ts'
import { screenOf } from './screen.ts'
import type { Screen } from './screen.ts'
import type { Subject } from './subject.ts'

export type Again = Pick<Page, 'secondChance' | 'setback'>

/** What the page tells of a try that failed: of this payment, or of the one that it follows. */
export async function afterSetback(
  services: Uses<'ids' | 'links' | 'payments'>,
  payer: Payer,
  screen: Screen,
): Promise<Again> {
  const { subject } = payer
  if (subject.kind !== 'payment') return {}
  const { method, attempt, parentId } = subject.state
  if (screen.name === 'failed' && (await hasSecondChance(services, payer)))
    return { secondChance: { tried: method === 'UNKNOWN' ? undefined : method }, setback: screen }
  if (screen.name !== 'choose' || attempt === undefined || parentId === undefined) return {}
  const parent = await services.payments.find(parentId)
  const before = parent && screenOf({ kind: 'payment', state: parent })
  return before?.name === 'failed' ? { setback: before } : {}
}

/** Whether the page offers the payer of a failed payment to try once more. */
export async function hasSecondChance(
  services: Uses<'ids' | 'links' | 'payments'>,
  { subject, caller }: Pick<Payer, 'subject' | 'caller'>,
): Promise<boolean> {
  if (subject.kind !== 'payment') return false
  const { state } = subject
  const attempts = caller.merchant.settings.pageAttempts
  if (!mayTryAgain(state, { attempts, now: Date.now() + state.clockOffsetMs })) return false
  const [tries, isPaid, isOver, mayBegin] = await Promise.all([
    triesOf(services, state),
    isOrderPaid(services, state),
    isSuperseded(services, state),
    hasUseLeft(services, state),
  ])
  const child = tries.at(-1)
  return !isPaid && !isOver && (child === undefined ? mayBegin : isOfPage(services, child))
}

/** A failed payment has given back its use of a payment link, and others may have taken it. */
async function hasUseLeft({ links }: Uses<'links'>, { paymentLinkId }: Payment): Promise<boolean> {
  const link = paymentLinkId === undefined ? undefined : await links.find(paymentLinkId)
  return paymentLinkId === undefined || (link !== undefined && hasFreeUse(link, Date.now()))
}

/** The last try that was made on the page, from wherever an older tab or the back button leads. */
export async function latestTry(
  services: Uses<'ids' | 'payments'>,
  subject: Subject,
): Promise<Subject> {
  let latest = subject
  while (latest.kind === 'payment' && screenOf(latest).name === 'failed') {
    const child = (await triesOf(services, latest.state)).at(-1)
    if (!child || !isOfPage(services, child)) break
    latest = { kind: 'payment', state: child }
  }
  return latest
}

/**
 * The specification's retry, made by the payer: a new payment of the same order. Two tabs and two
 * clicks get the same one, and its phases see to it that it is charged once.
 */
export async function tryAgain(
  services: Uses<'gateway' | 'ids' | 'links' | 'payments'>,
  { subject, caller }: Payer,
  requestId: string,
): Promise<Subject | undefined> {
  if (subject.kind !== 'payment') return undefined
  const parent = subject.state
  // By the clock of a new payment, which nobody has moved yet.
  const validUntil = parent.validUntil - parent.clockOffsetMs
  const onPage = { attempt: attemptOf(parent) + 1, validUntil }
  const child = await retryPayment(services, { parent, caller, requestId, onPage })
  return isOfPage(services, child) ? { kind: 'payment', state: child } : undefined
}

/** One that the merchant has made, or restored, belongs to whom the merchant sends its link. */
const isOfPage = (services: Uses<'ids'>, { id, linkId }: Payment): boolean =>
  linkId === pageLinkOf(services, id)
