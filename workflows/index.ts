/** Everything the worker serves; the bundle starts here. */
export { payment } from './payment.ts'
export { resendNotification } from './resend-notification.ts'
