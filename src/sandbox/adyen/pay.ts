import { randomBytes } from 'node:crypto'
import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { object, optionalObject } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Call } from '../provider.ts'
import { newPsp } from './books.ts'
import type { Amount, Books, Done, Payment } from './books.ts'
import { asksPayer, courseOf, fateOf, isCardNumber } from './cards.ts'
import { accountIn, adyenError, invalid, textOf } from './dialect.ts'

/** `POST /payments`: decided at once, or the payer is sent away. */
export function pay(call: Call, books: Books): Done {
  const { body, baseUrl } = call
  const reference = textOf(body['reference'])
  const number = textOf(object(body, 'paymentMethod')['number'])
  const amount = amountIn(body)
  if (reference === undefined) return { answer: invalid('130', 'Reference not provided') }
  if (!amount) return { answer: invalid('137', 'Invalid amount specified') }
  if (number === undefined || !isCardNumber(number))
    return { answer: invalid('101', 'Invalid card number') }
  const course = courseOf(number)
  const draft = { ...draftOf(call, reference, amount), ...(course && { course }) }
  const proven = optionalObject(body, 'mpiData') !== undefined
  const refusal = proven && fateOf(number)?.code === '38' ? undefined : fateOf(number)
  const decided =
    mayAsk(body) && !proven && isAsked(body, number)
      ? away(draft, body)
      : decide({ ...draft, ...(refusal && { refusal }) })
  return {
    answer: ok(view(decided, baseUrl)),
    entries: [books.payments.save(decided)],
    processed: decided.status === 'authorised' && amount.value > 0,
  }
}

export const decide = (payment: Payment): Payment =>
  payment.refusal
    ? { ...payment, status: 'refused' }
    : {
        ...payment,
        status: 'authorised',
        captured: payment.isManual ? 0 : payment.amount.value,
        authCode: newPsp().slice(1, 7),
      }

/** `POST /payments/details`: what the browser has brought back, once. */
export function details({ body, baseUrl }: Call, books: Books): Done {
  const proof = textOf(object(body, 'details')['redirectResult'])
  const found = [...books.payments.all.values()].find(
    ({ redirectResult }) => redirectResult !== undefined && redirectResult === proof,
  )
  if (!found) return { answer: invalid('14_006', 'The redirectResult is invalid') }
  const { redirectResult: _, ...used } = found
  return { answer: ok(view(used, baseUrl)), entries: [books.payments.save(used)] }
}

/** The payer was asked, and goes back with something to show. */
export const answered = (payment: Payment, passed: boolean): Payment => ({
  ...(passed
    ? { ...decide(payment), threeDs: true }
    : {
        ...payment,
        status: 'refused' as const,
        refusal: { code: '11', words: '3D Not Authenticated' },
      }),
  redirectResult: randomBytes(24).toString('base64url'),
})

const authenticationIn = (body: Fields): Fields => optionalObject(body, 'authenticationData') ?? {}

const mayAsk = (body: Fields): boolean =>
  authenticationIn(body)['attemptAuthentication'] !== 'never'

const isAsked = (body: Fields, number: string): boolean =>
  asksPayer(number) || authenticationIn(body)['attemptAuthentication'] === 'always'

const away = (draft: Payment, body: Fields): Payment => ({
  ...draft,
  status: 'away',
  returnUrl: textOf(body['returnUrl']) ?? '',
})

const draftOf = (call: Call, reference: string, amount: Amount): Payment => ({
  pspReference: newPsp(),
  account: accountIn(call),
  reference,
  amount,
  status: 'refused',
  isManual: optionalObject(call.body, 'additionalData')?.['manualCapture'] === 'true',
  captured: 0,
  refunded: 0,
})

export function amountIn(body: Fields): Amount | undefined {
  const { value, currency } = optionalObject(body, 'amount') ?? {}
  return typeof value === 'number' && Number.isSafeInteger(value) && typeof currency === 'string'
    ? { value, currency }
    : undefined
}

/** Of a payer who is away Adyen gives no name of the payment yet. */
function view(payment: Payment, baseUrl: string): object {
  const { reference: merchantReference, amount, pspReference, status, refusal } = payment
  if (status === 'away')
    return {
      resultCode: 'RedirectShopper',
      merchantReference,
      action: {
        type: 'redirect',
        method: 'GET',
        paymentMethodType: 'scheme',
        url: `${baseUrl}/adyen/redirect/${pspReference}`,
      },
    }
  return {
    pspReference,
    merchantReference,
    amount,
    ...(status === 'authorised'
      ? { resultCode: 'Authorised', additionalData: additional(payment) }
      : {
          resultCode: 'Refused',
          refusalReason: refusal?.words ?? 'Refused',
          refusalReasonCode: refusal?.code ?? '2',
        }),
  }
}

const additional = ({ authCode = '', pspReference, threeDs }: Payment) => ({
  authCode,
  networkTxReference: `NTI${pspReference}`,
  fundingSource: 'DEBIT',
  cardIssuingCountry: 'NL',
  ...(threeDs && {
    threeDOffered: 'true',
    threeDAuthenticated: 'true',
    eci: '05',
    dsTransID: `ds-${pspReference}`,
    threeDSVersion: '2.2.0',
  }),
})

export const missing: Answer = adyenError(
  422,
  'validation',
  '167',
  'Original pspReference required',
)
