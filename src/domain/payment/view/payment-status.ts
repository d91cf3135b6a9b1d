import { isOpenStatus } from '../../actor/open-status.ts'
import type { Payment } from '../payment.ts'
import { statusOfPhase } from '../phase.ts'
import { wants } from '../wants.ts'
import { present } from '../../present.ts'
import { redirectUrl } from './redirect-url.ts'
import { rejection } from '../../actor/view/rejection.ts'
import type { Audience } from '../../actor/view/rejection.ts'

/** GET /payment/{paymentId}/status */
export function paymentStatus(payment: Payment, publicUrl: string, audience: Audience) {
  const status = statusOfPhase[payment.phase]
  return present({
    paymentId: payment.id,
    status,
    statusPresentation: !isOpenStatus(status),
    dataRequest: wants(payment),
    apps: wants(payment) === 'BLIK_APP' ? payment.apps : undefined,
    redirectURL: redirectUrl(payment, publicUrl),
    ...rejection(payment.rejectCode, audience),
  })
}
