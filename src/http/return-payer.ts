import type { Payment } from '../domain/payment/payment.ts'
import { pageUrl } from '../domain/payment/view.ts'
import { reply } from './endpoint.ts'
import type { Reply } from './endpoint.ts'
import type { Services } from './services.ts'

/** Sends the payer's browser on: to our page, which shows the state, else back to the merchant. */
export function returnPayer({ config }: Pick<Services, 'config'>, payment: Payment): Reply {
  const location = landingUrl(payment, config.server.publicUrl)
  return reply({ location }, { status: 303, headers: { location } })
}

function landingUrl(payment: Payment, publicUrl: string): string {
  if (payment.linkId !== undefined) return pageUrl(publicUrl, payment.linkId)
  return merchantUrl(payment) ?? `${publicUrl}/pay/returned`
}

/** The merchant's own page, with what it needs to know the payment again. */
export function merchantUrl({ id, merchant, order }: Payment): string | undefined {
  if (merchant.redirectUrl === undefined) return undefined
  const url = new URL(merchant.redirectUrl)
  url.searchParams.set('paymentId', id)
  if (order.extOrderId !== undefined) url.searchParams.set('extOrderId', order.extOrderId)
  return url.href
}
