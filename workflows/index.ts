/** Everything the worker serves; the bundle starts here. */
export { payment } from './payment.ts'
export { resendNotification } from './resend-notification.ts'
export { retention } from './retention.ts'
export { settlement } from './settlement.ts'
export { settlementTold } from './settlement-told.ts'
export { tokenization } from './tokenization.ts'
export { webhook } from './webhook.ts'
export { webhookSweep } from './webhook-sweep.ts'
