import type { CallRequest } from '../../actor/call-request.ts'
import { deviceFacts } from '../../actor/device.ts'
import { claimedExemption } from '../../actor/sca-policy.ts'
import { present } from '../../present.ts'
import { failedAttempts } from '../payment.ts'
import { needsAuthentication } from '../wants.ts'
import type { Payment } from './operation.ts'

/** Why the payer need not be challenged, where that may still be claimed. */
export function claimed(
  options: Payment['options'],
  asked: Parameters<typeof claimedExemption>[1],
): Pick<CallRequest, 'exemption'> {
  const exemption = claimedExemption(options.exemption, asked)
  return exemption ? { exemption } : {}
}

export const agreementOf = ({ recurringExpDate, recurringCycleDays }: Payment['options']) => ({
  ...(recurringExpDate && { recurringExpDate }),
  ...(recurringCycleDays && { recurringCycleDays }),
})

/** The first payment of an agreement, or a later one and the name of the first. */
export const placeInAgreement = ({ recurring, networkTransactionId }: Payment['options']) => ({
  ...present({ recurring }),
  ...(networkTransactionId && { networkTransactionId }),
})

/** The accounts at which this charge has come to nothing. */
export function triedBefore(payment: Pick<Payment, 'transactions'>): Pick<CallRequest, 'tried'> {
  const tried = failedAttempts(payment).map(({ via }) => via)
  return tried.length > 0 ? { tried } : {}
}

/** What is exempt goes with the charge where the rule says so; whoever must be asked is asked. */
export const isExempt = ({ way, options, softDeclined }: Payment): boolean =>
  way?.authentication?.exempt === true && options.exemption !== undefined && !softDeclined

/** Where the acquirer asks the cardholder with the charge: how firmly, and what issuers want to know. */
export function askedWithCharge(payment: Payment): Partial<CallRequest> {
  const { way, authentication, softDeclined, device, customer, order } = payment
  if (way?.authentication?.by !== 'acquirer' || authentication || isExempt(payment)) return {}
  if (!softDeclined && !needsAuthentication(payment)) return {}
  return {
    asksCardholder: softDeclined ? 'always' : 'asNeeded',
    ...payerOf(customer, order),
    ...deviceFacts(device),
    email: customer.email,
  }
}

/** What the merchant has said of the payer beyond the address of the mail. */
export function payerOf(customer: Payment['customer'], { shipping }: Payment['order']) {
  const { name, phone, accountNo, extCustomerId, billing, history } = customer
  const customerId = accountNo ?? extCustomerId
  const payer = present({ name, phone, customerId, billing, shipping, history })
  return Object.keys(payer).length > 0 ? { payer } : {}
}
