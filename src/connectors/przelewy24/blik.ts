import { z } from 'zod'
import { present } from '../../domain/present.ts'
import { systemError } from '../../domain/reasons/given-reason.ts'
import type { BlikOutcome, BlikPayment } from '../blik.ts'
import type { P24Answer, P24Http } from './http.ts'
import { reasonOf } from './outcomes.ts'
import { recurringOf } from './recurring.ts'
import { register } from './register.ts'
import type { Terms } from './terms.ts'
import { commonFields, emailOf, noEmail } from './terms.ts'

/** The code or the alias is charged on a registration of its own; the payer confirms in the bank's app. */
export async function payByBlik(
  http: P24Http,
  terms: Terms,
  payment: BlikPayment,
  signal?: AbortSignal,
): Promise<BlikOutcome> {
  const email = emailOf(payment.email, terms)
  if (email === undefined) return { type: 'rejected', ...systemError(noEmail) }
  const { orderId: reference, amountMinor, currency } = payment
  const more = registrationOf(terms, payment, email)
  const begun = await register(http, { reference, amountMinor, currency, more }, terms, signal)
  switch (begun.type) {
    case 'registered':
      return chargedOf(await charge(http, terms, payment, begun.token, signal), terms)
    case 'refused':
      return { type: 'rejected', ...reasonOf(begun.error, {}) }
    case 'paidBefore':
      return { type: 'unknown' }
    // A registration without its token charges nobody: the code has not left this machine.
    default:
      return { type: 'notSent' }
  }
}

const registrationOf = (terms: Terms, payment: BlikPayment, email: string) => ({
  ...commonFields(terms, { email, description: payment.description }),
  urlReturn: payment.notifyUrl,
  urlStatus: payment.notifyUrl,
  urlCardPaymentNotification: `${payment.notifyUrl}/blik`,
  ...present({ method: terms.blikMethod, methodRefId: payment.alias?.value }),
  ...(payment.registerAlias && { referenceRegister: true }),
  ...(payment.device && {
    additional: { PSU: { IP: payment.device.ip, userAgent: payment.device.userAgent ?? '' } },
  }),
})

function charge(
  http: P24Http,
  terms: Terms,
  { orderId: reference, code, alias, registerAlias }: BlikPayment,
  token: string,
  signal?: AbortSignal,
): Promise<P24Answer<Charged>> {
  const registers = registerAlias && {
    aliasValue: registerAlias.value,
    aliasLabel: registerAlias.label.slice(0, 35).padEnd(5, '.'),
    ...(registerAlias.type === 'PAYID' && { recurring: recurringOf(registerAlias, terms) }),
  }
  const by =
    code !== undefined
      ? { path: 'chargeByCode', body: { token, blikCode: code, ...registers } }
      : alias?.app !== undefined
        ? {
            path: 'chargeByAlias',
            body: { token, type: 'alternativeKey', alternativeKey: alias.app },
          }
        : { path: 'chargeByAlias', body: { token, type: 'alias' } }
  const path = `/api/v1/paymentMethod/blik/${by.path}`
  return http.ask({ method: 'POST', path, body: by.body, reference }, Charged, signal)
}

const Charged = z.object({ orderId: z.int().positive() })
type Charged = z.infer<typeof Charged>

/** Taken is not paid: what became of it is told later, or asked. */
function chargedOf(answer: P24Answer<Charged>, { outcomes }: Terms): BlikOutcome {
  if (answer.type === 'answered')
    return { type: 'pending', transactionId: String(answer.body.orderId) }
  if (answer.type !== 'refused') return { type: answer.type === 'notSent' ? 'notSent' : 'unknown' }
  const several = answer.status === 409 ? Ambiguous.safeParse(answer.error.body) : undefined
  if (!several?.success) return { type: 'rejected', ...reasonOf(answer.error, outcomes) }
  const apps = several.data.error.alternativeKeys
  return { type: 'ambiguous', apps: apps.map(({ alias: app, label }) => ({ app, label })) }
}

/** The alias is bound to several bank apps. */
const Ambiguous = z.object({
  error: z.object({
    alternativeKeys: z
      .array(z.object({ alias: z.string().min(1).max(64), label: z.string().max(200) }))
      .min(1)
      .max(100),
  }),
})
