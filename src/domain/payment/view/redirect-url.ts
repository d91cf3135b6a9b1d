import { isOpenStatus } from '../../actor/open-status.ts'
import { pageUrl } from '../../actor/view/page-url.ts'
import type { Payment } from '../payment.ts'
import { statusOfPhase } from '../phase.ts'

/** Where the payer has to go now: to the bank, else to our page while it can still be paid there. */
export function redirectUrl(payment: Payment, publicUrl: string): string | undefined {
  if (!isOpenStatus(statusOfPhase[payment.phase])) return undefined
  if (payment.redirectUrl !== undefined) return payment.redirectUrl
  const { linkId, merchant } = payment
  return linkId === undefined ? undefined : pageUrl(publicUrl, merchant, linkId)
}
