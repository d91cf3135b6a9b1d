import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../provider.ts'
import { newId } from './books.ts'
import type { Books, Done, Intent, Movement, Refund } from './books.ts'
import { movementOf } from './confirm.ts'
import { metadataIn, wholeAmount } from './form.ts'
import { stripeError } from './dialect.ts'
import { intentView, refundView } from './views.ts'

type Change = (call: Call, intent: Intent, books: Books) => Done

/** Finds the payment that a change is about. */
export const changing =
  (change: Change) =>
  (call: Call, books: Books): Done => {
    const id = call.params['id'] ?? String(call.body['payment_intent'])
    const intent = books.intents.all.get(id)
    return intent?.account === call.bearer
      ? change(call, intent, books)
      : { answer: refused('resource_missing', 404) }
  }

export const capture = changing(({ body }, intent, books) => {
  if (intent.status !== 'requires_capture') return { answer: unexpected }
  const amount =
    body['amount_to_capture'] === undefined ? intent.amount : wholeAmount(body, 'amount_to_capture')
  if (amount > intent.amount) return { answer: refused('amount_too_large') }
  const metadata = { ...intent.metadata, ...metadataIn(body) }
  const captured: Intent = { ...intent, status: 'succeeded', received: amount, metadata }
  return done(captured, books, movementOf(captured))
})

export const increment = changing(({ body }, intent, books) => {
  const amount = wholeAmount(body, 'amount')
  if (intent.status !== 'requires_capture' || !intent.mayGrow) return { answer: unexpected }
  if (amount <= intent.amount) return { answer: refused('amount_too_small') }
  return done({ ...intent, amount, metadata: { ...intent.metadata, ...metadataIn(body) } }, books)
})

/** Only of a hold it gives something back: an intent that nobody has paid yet just ends. */
export const cancel = changing((_call, intent, books) => {
  const isHeld = intent.status === 'requires_capture'
  if (!isHeld && !['requires_payment_method', 'requires_action'].includes(intent.status))
    return { answer: unexpected }
  return { ...done({ ...intent, status: 'canceled' }, books), processed: isHeld }
})

export const refund = changing(({ body }, intent, books) => {
  const restMinor = intent.received - intent.refunded
  const amount = body['amount'] === undefined ? restMinor : wholeAmount(body, 'amount')
  if (restMinor === 0) return { answer: refused('charge_already_refunded') }
  if (amount > restMinor) return { answer: refused('amount_too_large') }
  const { id, account, currency } = intent
  const metadata = metadataIn(body)
  const made: Refund = { id: newId('re'), intent: id, amount, currency, metadata }
  const movement: Movement = {
    id: newId('txn'),
    account,
    type: 'refund',
    amount: -amount,
    fee: 0,
    currency,
    metadata,
    intentMetadata: intent.metadata,
  }
  return {
    answer: ok(refundView(made)),
    entries: [
      books.refunds.save(made),
      books.intents.save({ ...intent, refunded: intent.refunded + amount }),
      books.movements.save(movement),
    ],
    processed: true,
  }
})

const done = (intent: Intent, books: Books, movement?: Movement): Done => ({
  answer: ok(intentView(intent)),
  entries: [books.intents.save(intent), ...(movement ? [books.movements.save(movement)] : [])],
  processed: true,
})

const refused = (code: string, status = 400): Answer =>
  stripeError(status, { type: 'invalid_request_error', code })

const unexpected = refused('payment_intent_unexpected_state')
