import { pageUrl } from '../../actor/view/page-url.ts'
import type { Payment } from '../payment.ts'
import { statusOfPhase } from '../transitions.ts'

/** Where the payer has to go now: to the bank, else to our page while it can still be paid there. */
export function redirectUrl(payment: Payment, publicUrl: string): string | undefined {
  const isOpen = ['NEW', 'PENDING'].includes(statusOfPhase[payment.phase])
  if (!isOpen) return undefined
  if (payment.redirectUrl !== undefined) return payment.redirectUrl
  return payment.linkId === undefined ? undefined : pageUrl(publicUrl, payment.linkId)
}
