import { verifyWebhook } from '../../../sdk/typescript/src/index.ts'
import type { Operations, Schemas } from '../../../sdk/typescript/src/index.ts'
import type { Received } from '../receiver/receiver.ts'
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

export interface Notice {
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
  const payAt = isToPay(payment) ? shop.orders.find(paymentId)?.payAt : undefined
  return { paymentId, payment, transactions, notifications, payAt }
}

/** A payment that was rejected has its second chance on the same page. */
const isToPay = (payment: OrderView['payment']): boolean =>
  ['NEW', 'PENDING', 'REJECTED'].includes(payment.status) && !isHeld(payment)

/** The money is reserved and waits to be taken. */
export const isHeld = ({ dataRequest }: OrderView['payment']): boolean => dataRequest === 'CAPTURE'

async function notice(received: Received, secret = ''): Promise<Notice> {
  const { receivedAt, path } = received
  const body = parse(received.body)
  return {
    receivedAt,
    path,
    status: String(body.status),
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

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
