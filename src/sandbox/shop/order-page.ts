import type { Response } from 'express'
import { verifyWebhook } from '../../../sdk/typescript/src/index.ts'
import type { Operations, Schemas } from '../../../sdk/typescript/src/index.ts'
import { html, sendPage } from '../html.ts'
import type { Html } from '../html.ts'
import type { Received } from '../receiver/receiver.ts'
import { table } from '../table.ts'
import { priceOf } from './goods.ts'
import { sellerOf } from './shop.ts'
import type { Shop } from './shop.ts'

export interface OrderView {
  paymentId: string
  payment: Operations['getPayment']['answer']
  transactions: Schemas['Transaction'][]
  notifications: Notice[]
  /** Where the payer pays, while that is still to be done. */
  payAt: string | undefined
}

interface Notice {
  receivedAt: string
  path: string
  status: string
  event: string
  isGenuine: boolean
  raw: string
}

/** An order as the gateway tells it when asked, and as it told it unasked. */
export async function viewOrder(shop: Shop, paymentId: string): Promise<OrderView> {
  const { tollgate, notificationSecret } = sellerOf(shop, paymentId)
  const [payment, transactions, notifications] = await Promise.all([
    tollgate.payments.get(paymentId),
    tollgate.call('listTransactions', { params: { paymentId } }),
    Promise.all(shop.receiver.receivedOf(paymentId).map((one) => notice(one, notificationSecret))),
  ])
  const isOpen = payment.status === 'NEW' || payment.status === 'PENDING'
  const payAt = isOpen ? shop.orders.find(paymentId)?.payAt : undefined
  return { paymentId, payment, transactions, notifications, payAt }
}

async function notice(received: Received, secret = ''): Promise<Notice> {
  const { receivedAt, path } = received
  const body = parse(received.body)
  return {
    ...{ receivedAt, path, status: String(body.status) },
    event: [body.transType, body.transStatus, body.refundId && 'REFUND'].filter(Boolean).join(' '),
    isGenuine: await isGenuine(received, secret),
    raw: received.body,
  }
}

/** It was checked when it came, so its time is held against that. */
const isGenuine = ({ body, headers, receivedAt }: Received, secret: string): Promise<boolean> =>
  verifyWebhook({ body, headers, secret, now: Date.parse(receivedAt) }).then(
    () => true,
    () => false,
  )

export function showOrder(response: Response, order: OrderView, state: string): void {
  const { paymentId, payment, transactions, notifications } = order
  const details = payment.order
  sendPage(
    response,
    'Your order',
    html`<p class="trail"><a href="/">Sandbox</a> · <a href="/shop">Demo shop</a></p>
      <section class="card thanks">
        <h1>${titleOf(payment.status)}</h1>
        <p>Order ${details.extOrderId}: ${details.description}</p>
        <p class="price">${priceOf(details.amount, details.currency)}</p>
        ${order.payAt ? payLink(order.payAt) : ''}
      </section>
      <section class="console" aria-labelledby="console">
        <h2 id="console">Merchant console</h2>
        <p>
          What the shop's own people see. The payment is
          <strong class="badge" data-status="${payment.status}">${payment.status}</strong>
          ${payment.rejectCode ? html`<code>${payment.rejectCode}</code>` : ''}
        </p>
        ${actions(order)}
        <div data-live="/shop/orders/${paymentId}/state" data-known="${state}">
          <h3>Notifications</h3>
          <p>
            Sent by the gateway to this shop. Each signature is checked with the shop's secret. This
            list is live: nothing needs to be reloaded.
          </p>
          ${notificationTable(notifications)} ${notifications.map(rawNotice)}
          <h3>Transactions</h3>
          ${transactionTable(transactions)}
          <p>Payment <code>${paymentId}</code></p>
        </div>
      </section>
      <script src="/assets/live.js" defer></script>`,
  )
}

/** To the payer, who knows no statuses. */
const titleOf = (status: string): string =>
  ({
    ...{ NEW: 'Your order waits for its payment', PENDING: 'Your order waits for its payment' },
    ...{ COMPLETED: 'Thank you for your order', SETTLED: 'Thank you for your order' },
    CANCELLED: 'Your order was cancelled',
  })[status] ?? 'Your payment did not go through'

/** As it came, byte for byte: what a receiver has to verify. */
const rawNotice = ({ receivedAt, raw }: Notice): Html =>
  html`<details>
    <summary>Raw notification of ${receivedAt.slice(11, 23)}</summary>
    <pre tabindex="0">${raw}</pre>
  </details>`

const payLink = (payAt: string): Html =>
  html`<p>
    It is not paid yet. <a class="button primary" href="${payAt}">Go to the payment page</a>
  </p>`

function actions({ paymentId, payment }: OrderView): Html {
  const { authorized, captured, refundable } = payment.amounts
  const { status } = payment
  const isHold = payment.dataRequest === 'CAPTURE'
  const isPaid = status === 'COMPLETED' || status === 'SETTLED'
  const buttons = [
    isHold && actionForm(paymentId, 'capture', 'Capture', authorized),
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
  html`<form method="post" action="/shop/orders/${paymentId}/${name}">
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

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
