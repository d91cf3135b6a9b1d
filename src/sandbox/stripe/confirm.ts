import { ok } from '../answer.ts'
import { InvalidField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Entry } from '../journal.ts'
import type { Call } from '../provider.ts'
import { provesOurs } from './authentications.ts'
import { newId, nowInSeconds } from './books.ts'
import type { Books, Done, Intent, Method, Movement } from './books.ts'
import { asksPayer, fateAfterAsking, fateOf, isCardNumber } from './cards.ts'
import { stripeError } from './dialect.ts'
import { courseOf } from './dispute-book.ts'
import type { Course } from './dispute.ts'
import { field, metadataIn, wholeAmount } from './form.ts'
import { intentView } from './views.ts'

/** `POST /v1/payment_methods`: what will become of the card is known now, its number is forgotten. */
export function createMethod({ body }: Call, books: Books): Done {
  const token = body['card[network_token][number]'] === undefined ? 'card' : 'card[network_token]'
  const number = field(body, `${token}[number]`)
  if (field(body, 'type') !== 'card') throw new InvalidField('type', 'card')
  if (!isCardNumber(number)) return { answer: declined('incorrect_number', 'incorrect_number') }
  const year = Number(field(body, `${token}[exp_year]`))
  const month = Number(field(body, `${token}[exp_month]`))
  const fate = fateOf(number, year, month, new Date())
  const course = courseOf(number)
  const method: Method = {
    id: newId('pm'),
    ...(fate !== undefined && { fate }),
    ...(asksPayer(number) && askedWith(number)),
    ...(course && { course }),
  }
  const view = { id: method.id, object: 'payment_method', type: 'card' }
  return { answer: ok(view), entries: [books.methods.save(method)] }
}

const askedWith = (number: string) => {
  const afterAsking = fateAfterAsking(number)
  return { asks: true as const, ...(afterAsking !== undefined && { afterAsking }) }
}

/** `POST /v1/payment_intents`, confirmed at once or left alone. */
export function createIntent(
  call: Call,
  books: Books,
  planned: (intent: Intent, course: Course) => Entry,
): Done {
  if (call.body['confirm'] === 'true')
    return confirmed(call, books, { draft: chargeDraft(call), view: intentView, planned })
  const draft = chargeDraft(call)
  return { answer: ok(intentView(draft)), entries: [books.intents.save(draft)] }
}

interface Confirmed {
  draft: Intent
  view: (intent: Intent) => object
  planned?: (intent: Intent, course: Course) => Entry
}

/** Decided at once, or the payer is sent away. */
export function confirmed(
  { body, baseUrl }: Call,
  books: Books,
  { draft, view, planned }: Confirmed,
): Done {
  const method = books.methods.all.get(field(body, 'payment_method'))
  if (!method) return { answer: stripeError(400, missingMethod) }
  if (mayAsk(body) && isAsked(method, body)) {
    const asked = sentAway(draft, method, body, baseUrl)
    return { answer: ok(view(asked)), entries: [books.intents.save(asked)] }
  }
  const decline = provesOurs(books, body) ? declineOf(method, body) : 'authentication_required'
  if (decline !== undefined) {
    const error = cardError(
      decline,
      decline === 'authentication_required' ? decline : 'card_declined',
    )
    const intent: Intent = { ...draft, error }
    const answer = stripeError(402, { ...error, [nameOf(intent)]: view(intent) })
    return { answer, entries: [books.intents.save(intent)] }
  }
  const intent = approve(draft)
  const isPaid = intent.received > 0
  const charged = isPaid ? [books.movements.save(movementOf(intent))] : []
  const disputed = isPaid && method.course && planned ? [planned(intent, method.course)] : []
  return {
    answer: ok(view(intent)),
    entries: [books.intents.save(intent), ...charged, ...disputed],
    processed: true,
  }
}

/** Stripe may ask the payer where it was told where to send it back, and not told to fail instead. */
const mayAsk = (body: Fields): boolean =>
  body['return_url'] !== undefined && body['error_on_requires_action'] === undefined

const isAsked = ({ asks }: Method, body: Fields): boolean =>
  asks === true || body['payment_method_options[card][request_three_d_secure]'] === 'challenge'

function sentAway(draft: Intent, method: Method, body: Fields, baseUrl: string): Intent {
  const { afterAsking: decline } = method
  const url = `${baseUrl}/stripe/redirect/${draft.id}`
  const returnUrl = field(body, 'return_url')
  return {
    ...draft,
    status: 'requires_action',
    action: { url, returnUrl, ...(decline !== undefined && { decline }) },
  }
}

/** The payer was asked: what becomes of the intent that waits for it; undefined when none does. */
export function payerAnswered(intent: Intent, passed: boolean): Intent | undefined {
  if (intent.status !== 'requires_action' || !intent.action) return undefined
  const fails = (code: string, declineCode: string): Intent => ({
    ...intent,
    status: 'requires_payment_method',
    error: cardError(declineCode, code),
  })
  const failure = `${nameOf(intent)}_authentication_failure`
  if (!passed) return fails(failure, failure)
  const { decline } = intent.action
  return decline === undefined
    ? { ...approve(intent), threeDs: 'challenge' }
    : fails('card_declined', decline)
}

/** What Stripe keeps: a share and a fixed part. */
export const movementOf = ({ account, received, currency, metadata }: Intent): Movement => ({
  id: newId('txn'),
  account,
  type: 'charge',
  amount: received,
  fee: Math.round(received * 0.015) + 100,
  currency,
  // A charge keeps what was said when it was made.
  metadata: metadata['reference'] === undefined ? {} : { reference: metadata['reference'] },
  intentMetadata: metadata,
})

const declineOf = ({ fate }: Method, body: Fields): string | undefined =>
  fate === 'authentication_required' &&
  body['payment_method_options[card][three_d_secure][cryptogram]'] !== undefined
    ? undefined
    : fate

const approve = (draft: Intent): Intent => ({
  ...draft,
  status: draft.isManual ? 'requires_capture' : 'succeeded',
  received: draft.isManual ? 0 : draft.amount,
  charge: {
    id: newId('ch'),
    authorizationCode: newId('a').slice(2, 8).toUpperCase(),
    networkTransactionId: newId('nti').toUpperCase(),
  },
})

const nameOf = ({ id }: Intent): string =>
  id.startsWith('seti_') ? 'setup_intent' : 'payment_intent'

const chargeDraft = ({ body, bearer }: Call): Intent => ({
  ...draftOf(body, bearer, newId('pi')),
  amount: wholeAmount(body, 'amount'),
  currency: field(body, 'currency'),
})

/** An intent for nothing yet. */
export const draftOf = (body: Fields, account: string, id: string): Intent => ({
  id,
  account,
  status: 'requires_payment_method',
  amount: 0,
  received: 0,
  refunded: 0,
  currency: '',
  isManual: body['capture_method'] === 'manual',
  mayGrow: body['payment_method_options[card][request_incremental_authorization]'] !== undefined,
  metadata: metadataIn(body),
  created: nowInSeconds(),
})

const cardError = (declineCode: string, code: string) => ({
  type: 'card_error',
  code,
  decline_code: declineCode,
  message: 'Your card was declined.',
})

const declined = (declineCode: string, code: string) =>
  stripeError(402, cardError(declineCode, code))

const missingMethod = { type: 'invalid_request_error', code: 'resource_missing' }
