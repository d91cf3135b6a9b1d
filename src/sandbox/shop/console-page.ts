import type { Response } from 'express'
import type { Schemas } from '../../../sdk/typescript/src/index.ts'
import { html, sendPage } from '../html.ts'
import type { Html } from '../html.ts'
import { table } from '../table.ts'
import { priceOf } from './goods.ts'
import { isHeld } from './order-view.ts'
import type { Notice, OrderView } from './order-view.ts'
import type { Order } from './orders.ts'

/** What the shop's own people see of all orders. */
export function showConsole(response: Response, orders: readonly Order[]): void {
  const rows = orders.map(({ paymentId, extOrderId, good, amount, createdAt }) => [
    html`<a href="/shop/console/${paymentId}">${extOrderId}</a>`,
    good,
    priceOf(amount),
    createdAt.slice(0, 19).replace('T', ' '),
  ])
  sendPage(
    response,
    'Merchant console',
    html`<p class="trail"><a href="/">Sandbox</a> · <a href="/shop">Demo shop</a></p>
      <h1>Merchant console</h1>
      <p>
        What the shop's own people see: each order with its payment, what the gateway has told the
        shop of it, and what can be done with it.
      </p>
      ${rows.length === 0 ? noneYet : table('Orders', ['Order', 'What', 'Amount', 'Made, UTC'], rows)}`,
  )
}

/** One order behind the counter: its payment, notifications as they came, and what comes after. */
export function showConsoleOrder(response: Response, order: OrderView, state: string): void {
  const { paymentId, payment, transactions, notifications } = order
  sendPage(
    response,
    'Merchant console',
    html`<p class="trail">
        <a href="/">Sandbox</a> · <a href="/shop/console">Merchant console</a> ·
        <a href="/shop/orders/${paymentId}">What the payer sees</a>
      </p>
      <h1>Order ${payment.order.extOrderId}</h1>
      <p>
        ${payment.order.description}, ${priceOf(payment.order.amount, payment.order.currency)}. The
        payment is
        <strong class="badge" data-status="${payment.status}">${payment.status}</strong>
        ${payment.rejectCode ? html`<code>${payment.rejectCode}</code>` : ''}
      </p>
      ${actions(order)}
      <div data-live="/shop/console/${paymentId}/state" data-known="${state}">
        <h2>Notifications</h2>
        <p>
          Sent by the gateway to this shop. Each signature is checked with the shop's secret. This
          list is live: nothing needs to be reloaded.
        </p>
        ${notificationTable(notifications)} ${notifications.map(rawNotice)}
        <h2>Transactions</h2>
        ${transactionTable(transactions)}
        <p>Payment <code>${paymentId}</code></p>
      </div>
      <script src="/assets/live.js" defer></script>`,
  )
}

/** As it came, byte for byte: what a receiver has to verify. */
const rawNotice = ({ receivedAt, raw }: Notice): Html =>
  html`<details>
    <summary>Raw notification of ${receivedAt.slice(11, 23)}</summary>
    <pre tabindex="0">${raw}</pre>
  </details>`

function actions({ paymentId, payment }: OrderView): Html {
  const { authorized, captured, refundable } = payment.amounts
  const { status } = payment
  const isPaid = status === 'COMPLETED' || status === 'SETTLED'
  const buttons = [
    isHeld(payment) && actionForm(paymentId, 'capture', 'Capture', authorized),
    isPaid && refundable > 0 && actionForm(paymentId, 'refund', 'Refund', refundable),
    ['NEW', 'PENDING', 'COMPLETED'].includes(status) && actionForm(paymentId, 'cancel', 'Cancel'),
  ].filter((form) => form !== false)
  return html`<p>
      Authorized ${priceOf(authorized)}, captured ${priceOf(captured)}, refundable
      ${priceOf(refundable)}
    </p>
    <div class="actions">${buttons}</div>`
}

const actionForm = (paymentId: string, name: string, text: string, amount?: number): Html =>
  html`<form method="post" action="/shop/console/${paymentId}/${name}">
    ${
      amount === undefined
        ? ''
        : html`<label
            >Amount <input name="amount" inputmode="decimal" value="${money(amount)}" size="8"
          /></label>`
    }
    <button type="submit">${text}</button>
  </form>`

const notificationTable = (notices: Notice[]): Html =>
  notices.length === 0
    ? noneYet
    : table(
        'Notifications',
        ['At', 'To', 'Status', 'Signature'],
        notices.map(({ receivedAt, path, status, event, isGenuine }) => [
          receivedAt.slice(11, 23),
          path.replace('/merchant/', ''),
          [status, event].filter(Boolean).join(', '),
          isGenuine ? 'valid ✓' : 'not valid',
        ]),
      )

const transactionTable = (transactions: Schemas['Transaction'][]): Html =>
  transactions.length === 0
    ? noneYet
    : table(
        'Transactions',
        ['Type', 'Status', 'Amount', 'Went through', 'Reason'],
        transactions.map(({ type, status, amount, currency, via, rejectCode }) => [
          type,
          status,
          priceOf(amount, currency),
          via ?? '',
          rejectCode ?? '',
        ]),
      )

const noneYet = html`<p>None yet.</p>`

const money = (amount: unknown): string => Number(amount).toFixed(2)
