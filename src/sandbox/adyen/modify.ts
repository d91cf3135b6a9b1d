import type { Answer } from '../answer.ts'
import type { Call } from '../provider.ts'
import { newPsp } from './books.ts'
import type { Books, Done, Modification, Payment } from './books.ts'
import { accountIn, invalid, textOf } from './dialect.ts'
import { amountIn, missing } from './pay.ts'

type Kind = Modification['kind']

/** What was taken, what it did to the payment, and whether it could be done at all. */
interface Change {
  payment?: Payment
  done: boolean
}

/** Adyen takes every well-formed modification, and tells later what came of it. */
function take(
  call: Call,
  books: Books,
  kind: Kind,
  payment: Payment | undefined,
  change: Change,
): Done & { news?: { modification: Modification; done: boolean } } {
  const reference = textOf(call.body['reference']) ?? ''
  const amount = amountIn(call.body) ?? payment?.amount ?? { value: 0, currency: 'EUR' }
  const modification: Modification = {
    pspReference: newPsp(),
    payment: payment?.pspReference ?? '',
    reference,
    kind,
    amount,
    done: change.done,
  }
  return {
    answer: received(call, modification),
    entries: [
      books.modifications.save(modification),
      ...(change.payment ? [books.payments.save(change.payment)] : []),
    ],
    processed: change.done,
    news: { modification, done: change.done },
  }
}

export type Taken = ReturnType<typeof take>

const received = (call: Call, { pspReference, payment, reference }: Modification): Answer => ({
  status: 201,
  body: {
    merchantAccount: accountIn(call),
    paymentPspReference: payment,
    pspReference,
    reference,
    status: 'received',
  },
})

const find = (call: Call, books: Books): Payment | undefined => {
  const found = books.payments.all.get(call.params['psp'] ?? '')
  return found?.account === accountIn(call) ? found : undefined
}

export function capture(call: Call, books: Books): Taken {
  const payment = find(call, books)
  const amount = amountIn(call.body)
  if (!payment) return { answer: missing }
  if (!amount) return { answer: invalid('137', 'Invalid amount specified') }
  const { status, captured, isManual } = payment
  const can =
    status === 'authorised' && isManual && captured === 0 && amount.value <= payment.amount.value
  const changed = { ...payment, captured: amount.value }
  return take(
    call,
    books,
    'CAPTURE',
    payment,
    can ? { payment: changed, done: true } : { done: false },
  )
}

export function refund(call: Call, books: Books): Taken {
  const payment = find(call, books)
  const amount = amountIn(call.body)
  if (!payment) return { answer: missing }
  if (!amount) return { answer: invalid('137', 'Invalid amount specified') }
  const can = amount.value <= payment.captured - payment.refunded
  const changed = { ...payment, refunded: payment.refunded + amount.value }
  return take(
    call,
    books,
    'REFUND',
    payment,
    can ? { payment: changed, done: true } : { done: false },
  )
}

/** Cancels what is held, refunds what was captured. */
export function reversal(call: Call, books: Books): Taken {
  const payment = find(call, books)
  return payment
    ? take(call, books, 'CANCEL_OR_REFUND', payment, undone(payment))
    : { answer: missing }
}

/** By the merchant's own name of it; of a payment that Adyen has never seen it is taken as well. */
export function technicalCancel(call: Call, books: Books): Taken {
  const named = textOf(call.body['paymentReference'])
  const payment = [...books.payments.all.values()].find(
    ({ reference, account }) => reference === named && account === accountIn(call),
  )
  const change =
    payment && payment.captured === 0 ? undone(payment) : { done: payment === undefined }
  return take(call, books, 'TECHNICAL_CANCEL', payment, change)
}

function undone(payment: Payment): Change {
  if (payment.status === 'cancelled') return { done: true }
  if (payment.captured > 0)
    return { payment: { ...payment, refunded: payment.captured }, done: true }
  return { payment: { ...payment, status: 'cancelled' }, done: true }
}
