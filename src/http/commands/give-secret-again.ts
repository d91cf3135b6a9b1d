import type { Instrument } from '../../domain/instrument.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { wants } from '../../domain/payment/wants.ts'
import { accepted } from './accepted.ts'
import { metaOf } from './meta.ts'
import type { KeyedRequest } from './meta.ts'
import type { Uses } from '../services.ts'

/** A process took the CVV with it when it died, and nothing was charged. */
export const hasLostSecret = (payment: Payment): boolean =>
  payment.phase === 'awaitingDetails' && wants(payment) === 'CARD_CVV'

/**
 * The repeat of a create brings the CVV that a process lost: it completes the payment, once, however many
 * repeats come. Of another card, which the payer may have given since, it is not the CVV.
 */
export async function giveSecretAgain(
  services: Uses<'gateway' | 'ids'>,
  request: KeyedRequest,
  payment: Payment,
  given: Instrument | undefined,
): Promise<Payment> {
  const { instrument } = payment
  if (!hasLostSecret(payment) || !instrument || !given?.secretOwner || !isSame(instrument, given))
    return payment
  const meta = metaOf(request, services, { waitForPayer: true })
  const answer = await services.gateway.send(
    payment,
    { name: 'complete', instrument: { ...instrument, secretOwner: given.secretOwner } },
    { ...meta, commandId: services.ids.keyed('secret', meta.commandId, String(payment.version)) },
  )
  // Somebody else was faster, or has ended it: what stands is the answer.
  if (!answer.outcome.accepted && answer.outcome.code === 'payment_not_completable')
    return answer.payment ?? payment
  return accepted(answer).payment
}

const isSame = (one: Instrument, other: Instrument): boolean =>
  (['type', 'cardMask', 'fingerprint', 'tokenizerId'] as const).every(
    (member) => one[member] === other[member],
  )
