import { isOpenStatus } from '../../domain/actor/open-status.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { Uses } from '../services.ts'

/** A payment that has ended needs no CVV or BLIK code any more, whoever put it there last. */
export function forgetSecret({ secrets }: Uses<'secrets'>, payment: Payment): void {
  if (!isOpenStatus(statusOfPhase[payment.phase])) secrets.wipe(payment.id)
}
