import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/transitions.ts'
import type { Services } from '../services.ts'

/** A payment that has ended needs no CVV or BLIK code any more, whoever put it there last. */
export function forgetSecret({ secrets }: Pick<Services, 'secrets'>, payment: Payment): void {
  const status = statusOfPhase[payment.phase]
  if (status !== 'NEW' && status !== 'PENDING') secrets.wipe(payment.id)
}
