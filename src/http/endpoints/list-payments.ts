import { limitOf, PaymentPage, PaymentsQuery } from '../../contract/lists.ts'
import { paymentInfo } from '../../domain/payment/view.ts'
import { audienceOf } from '../commands/send-command.ts'
import { endpoint } from '../endpoint.ts'
import { disputesOf } from '../lists/dispute-view.ts'
import { pageOf, readCursor, writeCursor } from '../lists/cursor.ts'

export const listPayments = endpoint({
  method: 'get',
  path: '/payments',
  tag: 'Self-service',
  summary: 'Payments of the merchant',
  description:
    'Newest first unless another order is asked for. Payments that are made while pages are read ' +
    'neither repeat nor hide others; in the order of updates a payment that changes comes again.',
  resource: 'PAYMENT',
  query: PaymentsQuery,
  answer: PaymentPage,
  rejects: [],
  handle: async (services, { caller, query }) => {
    const { lists, ids } = services
    const { merchantId, agentId } = caller
    const { limit: _limit, cursor, order = 'created_desc', ...filter } = query
    const limit = limitOf(query)
    const scope = JSON.stringify(['payments', merchantId, agentId, order, filter])
    const after = readCursor(ids, scope, cursor)
    const found = await lists.payments(
      { ...filter, merchantId, agentId },
      { order, after, limit: limit + 1 },
    )
    const { rows, nextCursor } = pageOf(found, limit, ({ at, payment }) =>
      writeCursor(ids, scope, [at, payment.id]),
    )
    const disputes = await disputesOf(
      services,
      rows.map(({ payment }) => payment),
    )
    return {
      payments: rows.map(({ payment }) => ({
        ...paymentInfo(payment, audienceOf(caller)),
        ...disputes(payment),
      })),
      nextCursor,
    }
  },
})
