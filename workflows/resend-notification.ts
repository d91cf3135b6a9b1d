import { proxyActivities } from '@temporalio/workflow'
import type { DeliverActivities } from '../activities/delivery/deliver-notification.ts'
import { options } from './options.ts'
import { authentic, refuseStart } from './receive.ts'

const { deliverNotification, reopenNotification } = proxyActivities<DeliverActivities>(
  options.delivery,
)

/** Notifications of one payment that an operator wants sent again, in their order. */
export interface Resend {
  ownerId: string
  repeats: { sequence: number; round: number }[]
}

/** Sends them once more with a schedule of their own; the payment itself may have ended long ago. */
export async function resendNotification(resend: Resend): Promise<void> {
  const { ownerId, repeats } = authentic(resend) ?? (await refuseStart())
  for (const { sequence, round } of repeats) {
    if (await reopenNotification(ownerId, sequence, round))
      await deliverNotification({ ownerId, sequence, once: false, clockOffsetMs: 0 })
  }
}
