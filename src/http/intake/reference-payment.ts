import type { Instrument } from '../../domain/instrument.ts'
import type { Options, Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { isOwn } from '../auth/caller.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

/**
 * The first payment of an agreement, which lets the merchant charge again without the customer: its
 * own, successful, made to be repeated, with the same card or PAYID, and not over.
 */
export async function referencePayment(
  services: Uses<'payments'>,
  caller: Caller,
  { recurring, refPaymentId }: Pick<Options, 'recurring' | 'refPaymentId'>,
  instrument: Instrument | undefined,
): Promise<Payment | undefined> {
  if (recurring !== 'SUBSEQUENT') return undefined
  const first = refPaymentId === undefined ? undefined : await services.payments.find(refPaymentId)
  if (!first || !isOwn(first, caller) || !isRepeatable(first) || !isSame(first, instrument))
    throw new Refused('reference_payment_not_usable')
  return first
}

const isRepeatable = ({ phase, options }: Payment): boolean =>
  ['COMPLETED', 'SETTLED'].includes(statusOfPhase[phase]) &&
  (options.recurring === 'INITIAL' || options.tokenize === true) &&
  !isOver(options)

/** On the last day of an agreement it still holds. */
const isOver = ({ recurringExpDate }: Options): boolean =>
  recurringExpDate !== undefined &&
  recurringExpDate < new Date().toISOString().slice(0, 10).replaceAll('-', '')

/** A token that cannot be paid with is told as such by the payment itself. */
const isSame = (first: Payment, instrument: Instrument | undefined): boolean =>
  instrument === undefined ||
  instrument.tokenUsable === false ||
  (instrument.type === 'BLIK_PAYID' ? isSamePayId : isSameCard)(first, instrument)

const isSameCard = (first: Payment, { fingerprint }: Instrument): boolean =>
  fingerprint !== undefined && fingerprint === first.instrument?.fingerprint

/** The alias that the payer has agreed to be charged by; whether it still is, BLIK knows best. */
const isSamePayId = ({ options, alias }: Payment, instrument: Instrument): boolean =>
  options.registerAlias?.type === 'PAYID' &&
  instrument.alias !== undefined &&
  // A provider may have given it a name of its own.
  [options.registerAlias.value, alias?.value].includes(instrument.alias) &&
  alias?.status !== 'UNREGISTERED' &&
  alias?.status !== 'EXPIRED'
