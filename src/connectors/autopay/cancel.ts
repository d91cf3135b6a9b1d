import { textOf } from './http.ts'
import type { AutopayHttp } from './http.ts'
import { newMessageId, orderIdOf } from './names.ts'
import { askStanding } from './status.ts'
import type { Standing } from './status.ts'

/**
 * Closes an order, so that it can no longer be paid. Whether the payer was faster is asked unless all of
 * it was cancelled; what is still open then was not closed, and is closed again.
 */
export async function cancelOrder(
  http: AutopayHttp,
  reference: string,
  signal?: AbortSignal,
): Promise<Standing> {
  const answer = await http.form(
    {
      path: '/webapi/transactionCancel',
      message: 'transactionCancel',
      header: 'pay-bm',
      fields: {
        ServiceID: http.serviceId,
        MessageID: newMessageId(),
        OrderID: orderIdOf(reference),
      },
      reference,
    },
    signal,
  )
  if (answer.type !== 'answered' || !answer.body.isProven) return { type: 'unknown' }
  const { root } = answer.body
  const confirmation = textOf(root, 'confirmation')
  const reason = textOf(root, 'reason')
  if (confirmation === 'CONFIRMED' && reason === 'CANCELED_FULLY')
    return { type: 'cancelled', transactionId: '' }
  if (confirmation === 'NOTCONFIRMED' && reason === 'TRANSACTION_NOT_FOUND')
    return { type: 'notFound' }
  const standing = await askStanding(http, reference, signal)
  return standing.type === 'pending' ? { type: 'unknown' } : standing
}
