import type { Response } from 'express'
import { html, sendPage } from '../html.ts'
import type { Html } from '../html.ts'
import { goods, priceOf } from './goods.ts'
import { isHeld } from './order-view.ts'
import type { OrderView } from './order-view.ts'
import { pictureOf } from './pictures.ts'

/** To the payer, who knows no statuses: what became of the order, and what can be done. */
export function showOrder(response: Response, order: OrderView, state: string): void {
  const { paymentId, payment, payAt } = order
  const { title, says } = wordsOf(payment)
  const { extOrderId, description, amount, currency } = payment.order
  const good = goods.find(({ name }) => name === description)
  const { refunded } = payment.amounts
  sendPage(
    response,
    title,
    html`<p class="trail"><a href="/shop">Demo shop</a></p>
      <section
        class="card thanks"
        data-live="/shop/orders/${paymentId}/state"
        data-known="${state}"
      >
        ${good ? pictureOf(good.id) : ''}
        <h1>${title}</h1>
        <p>${says}</p>
        <dl>
          ${fact('Order', extOrderId)} ${fact('What', description)}
          ${fact('Amount', priceOf(amount, currency))}
          ${refunded > 0 ? fact('Given back', priceOf(refunded, currency)) : ''}
          ${fact('Reference of the payment', paymentId)}
        </dl>
        ${payAt ? html`<a class="button primary" href="${payAt}">${verbOf(payment)}</a>` : ''}
        <a class="button" href="/shop">Back to the shop</a>
      </section>
      <p class="trail">
        For the shop's own people:
        <a href="/shop/console/${paymentId}">this order in the merchant console</a>
      </p>
      <script src="/assets/live.js" defer></script>`,
  )
}

/** What the page shows of the payment; it is loaded again when that has changed. */
export const payerStateOf = ({ payment, payAt }: OrderView): unknown => [
  ...[wordsOf(payment), payment.amounts.refunded, payAt],
]

const fact = (name: string, value: unknown): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

const verbOf = ({ status }: OrderView['payment']): string =>
  status === 'REJECTED' ? 'Try to pay again' : 'Go to the payment page'

interface Words {
  title: string
  says: string
}

const paid: Words = {
  title: 'Thank you for your order',
  says: 'Your payment has arrived, and we are packing.',
}
const waiting: Words = {
  title: 'Your order waits for its payment',
  says: 'It is not paid yet. As soon as it is, this page says so.',
}
const held: Words = {
  title: 'Thank you for your order',
  says: 'The amount is reserved. It is taken when we send your order, and not before.',
}
const cancelled: Words = {
  title: 'Your order was cancelled',
  says: 'Nothing more is charged, and what was charged goes back the way it came.',
}
const failed: Words = {
  title: 'Your payment did not go through',
  says: 'Nothing was charged. You can try another card or another way to pay.',
}

const byStatus: Readonly<Record<string, Words>> = {
  NEW: waiting,
  PENDING: waiting,
  COMPLETED: paid,
  SETTLED: paid,
  CANCELLED: cancelled,
}

const wordsOf = (payment: OrderView['payment']): Words =>
  isHeld(payment) ? held : (byStatus[payment.status] ?? failed)
