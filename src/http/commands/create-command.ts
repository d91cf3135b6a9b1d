import type { CreatePaymentRequest } from '../../contract/payment.ts'
import { present } from '../../domain/present.ts'
import { exemptionProblem } from '../../domain/actor/sca-policy.ts'
import { earlyReject } from '../../domain/reasons/early-reject.ts'
import { traitsOf } from '../../domain/instrument.ts'
import { merchantFactsOf } from '../../domain/merchant.ts'
import type { CreatePayment } from '../../domain/payment/commands.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { MerchantFacts } from '../../domain/actor/merchant-facts.ts'
import type { Caller } from '../auth/caller.ts'
import { checkAddresses } from '../intake/check-addresses.ts'
import { consentOf } from '../intake/consent-of.ts'
import { checkAgent } from '../auth/check-agent.ts'
import { takeInstrument } from '../intake/instrument-intake.ts'
import type { IntakeParts } from '../intake/instrument-intake.ts'
import type { TakenInstrument } from '../intake/taken-instrument.ts'
import { customerOf, deviceOf, optionsOf, orderOf } from '../intake/payment-details.ts'
import { partyFacts } from '../intake/party-facts.ts'
import { referencePayment } from '../intake/reference-payment.ts'
import { invalidField } from '../refused.ts'
import type { Uses } from '../services.ts'
import { subpaymentsOf } from '../intake/subpayments.ts'

export type CreatingParts = IntakeParts & Uses<'config' | 'ids' | 'payments'>

/** The command that a request to create a payment comes to, once nothing speaks against it. */
export async function createCommand(
  services: CreatingParts,
  caller: Caller,
  paymentId: string,
  body: CreatePaymentRequest,
): Promise<CreatePayment> {
  const { merchant, merchantId } = caller
  const { channel } = body
  checkAgent(caller, body.agent)
  checkAddresses(services, caller, body.merchant, body.options?.asyncNotify)
  const order = orderOf(body.order)
  const options = {
    ...optionsOf(body.options ?? {}, {
      paymentId,
      merchantName: merchant.name,
      currency: order.currency,
    }),
    ...(channel === 'CSS' && { moto: true as const }),
  }
  checkExemption(merchant.settings, options, order)
  const method = methodOf(body)
  const asked = { order, method }
  const subpayments = subpaymentsOf(services, caller, paymentId, body.order, asked)
  const refused = earlyReject(merchant.settings, {
    channel,
    method,
    currency: order.currency,
    options,
  })
  const { instrument, rejectCode }: Partial<TakenInstrument> =
    body.instrument && !refused
      ? await takeInstrument(
          services,
          {
            id: paymentId,
            merchantId,
            agentId: caller.agentId,
            organizations: merchant.settings.organizations,
            threeds: merchant.settings.threeds,
            bank: merchant.settings.bank,
            bankProviders: merchant.settings.bankProviders,
          },
          body.instrument,
        )
      : {}
  const early = refused ?? rejectCode
  const first = early ? undefined : await referencePayment(services, caller, options, instrument)
  const networkTransactionId = first?.networkTransactionId
  return present({
    name: 'create',
    paymentId,
    merchantId,
    agentId: caller.agentId ?? body.agent?.merchantId,
    channel,
    method,
    merchant: factsOf(caller, body),
    customer: customerOf(body.customer),
    device: body.device && deviceOf(body.device),
    order,
    options: networkTransactionId === undefined ? options : { ...options, networkTransactionId },
    instrument,
    consents: isKept(options) ? consentOf(body) : undefined,
    subpayments,
    linkId: linkIdFor(services, channel),
    tokenizerId: options.tokenize ? services.ids.keyed('tokenizer', paymentId) : undefined,
    earlyReject: early,
  })
}

/** Of a payment that changes nothing for later there is nothing to prove. */
const isKept = ({ tokenize, recurring }: CreatePayment['options']): boolean =>
  tokenize === true || recurring === 'INITIAL'

function checkExemption(
  { exemptions: allowed }: Caller['merchant']['settings'],
  { exemption, recurring, moto }: CreatePayment['options'],
  { amountMinor, currency }: CreatePayment['order'],
): void {
  const problem =
    exemption && exemptionProblem(exemption, { allowed, recurring, moto, amountMinor, currency })
  if (problem !== undefined) throw invalidField('options.exemption', problem)
}

/** The payment page is reached by a link that nobody can guess. */
export const linkIdFor = ({ ids }: Uses<'ids'>, channel: Channel): string | undefined =>
  hasPage(channel) ? ids.random() : undefined

export const hasPage = (channel: Channel): boolean => channel === 'PAYWALL' || channel === 'MOBILE'

function methodOf({ method, instrument }: CreatePaymentRequest): CreatePayment['method'] {
  const type = instrument?.type
  if (type === undefined) return method
  return type === 'BLIK' ? 'BLIK' : traitsOf(type).method
}

function factsOf({ merchant }: Caller, body: CreatePaymentRequest): MerchantFacts {
  const facts = merchantFactsOf(merchant)
  return {
    ...partyFacts(facts, body.merchant),
    notifies: facts.notifies || body.options?.asyncNotify !== undefined,
  }
}
