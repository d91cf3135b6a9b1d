import type { ReasonCode } from '../../domain/reasons/reason.ts'
import type { CustomerChange } from '../../contract/customer.ts'
import type { Device } from '../../contract/device.ts'
import type { InstrumentAttributes } from '../../contract/instrument.ts'
import { earlyReject } from '../../domain/reasons/early-reject.ts'
import { customerKey } from '../../domain/card-token.ts'
import { traitsOf } from '../../domain/instrument.ts'
import type { PaymentCommandOf } from '../../domain/payment/commands.ts'
import type { Customer, Payment } from '../../domain/payment/payment.ts'
import type { Caller } from '../auth/caller.ts'
import { takeInstrument } from '../intake/instrument-intake.ts'
import type { IntakeParts } from '../intake/instrument-intake.ts'
import type { GivingPayer, TakenInstrument } from '../intake/taken-instrument.ts'
import { customerChange, deviceOf } from '../intake/payment-details.ts'
import { referencePayment } from '../intake/reference-payment.ts'
import { merchantsWord } from '../refused.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

interface Details {
  instrument?: InstrumentAttributes
  device?: Device
  customer?: CustomerChange
}

interface Subject {
  caller: Caller
  payment: Payment
}

/**
 * The command that completes a payment. `replace`: the instrument is a whole one; otherwise its
 * attributes complete what the payment has already.
 */
export async function completeCommand(
  services: IntakeParts & Uses<'payments'>,
  { caller, payment }: Subject,
  { instrument: attributes, device, customer }: Details,
  { replace }: { replace: boolean },
): Promise<PaymentCommandOf<'complete'>> {
  // It will be refused, unless it is a repeat: in no case may a new CVV replace that of a charge.
  if (payment.phase !== 'gathering' && payment.phase !== 'awaitingDetails')
    return { name: 'complete' }
  const { id, merchantId } = payment
  const before = replace ? undefined : payment.instrument
  const refused = attributes && refusedMethod(caller, payment, attributes)
  const { instrument, rejectCode }: Partial<TakenInstrument> =
    attributes && !refused
      ? await takeInstrument(
          services,
          {
            id,
            merchantId,
            agentId: caller.agentId,
            instrument: before,
            payer: caller.kind === 'client' ? payerOf(payment) : undefined,
            organizations: payment.merchant.organizations,
            threeds: payment.merchant.threeds,
            bank: payment.merchant.bank,
            bankProviders: payment.merchant.bankProviders,
          },
          attributes,
        )
      : {}
  const early = refused ?? rejectCode
  if (instrument && !early) await referencePayment(services, caller, payment.options, instrument)
  return {
    name: 'complete',
    ...present({ instrument }),
    ...(device && { device: deviceOf(device) }),
    ...(customer && { customer: customerGiven(caller, payment, customer) }),
    ...present({ earlyReject: early }),
  }
}

const payerOf = ({ customer, instrument }: Payment): GivingPayer => ({
  customerKey: customerKey(customer),
  alias: instrument?.alias,
})

/** What payers may say of themselves; the rest is what the merchant knows its customer by. */
const saidByPayers: ReadonlySet<string> = new Set<keyof CustomerChange>([
  ...(['name', 'firstName', 'lastName', 'phone', 'billing'] as const),
])

/** A payer says what the merchant has not, and replaces nothing. */
function customerGiven(
  { kind }: Caller,
  { customer: known }: Payment,
  change: CustomerChange,
): Partial<Customer> {
  const given = customerChange(change)
  if (kind === 'merchant') return given
  const foreign = Object.keys(change).filter((field) => !saidByPayers.has(field))
  if (foreign.length > 0) throw merchantsWord(foreign.map((field) => `customer.${field}`))
  return Object.fromEntries(Object.entries(given).filter(([field]) => !Object.hasOwn(known, field)))
}

function refusedMethod(
  { merchant }: Caller,
  { channel, order: { currency }, options }: Payment,
  { type }: InstrumentAttributes,
): ReasonCode | undefined {
  if (type === undefined) return undefined
  const method = type === 'BLIK' ? 'BLIK' : traitsOf(type).method
  return earlyReject(merchant.settings, { channel, method, currency, options })
}
