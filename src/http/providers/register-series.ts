import { paymentIdOf } from '../../connectors/autopay/names.ts'
import { accepted } from '../commands/accepted.ts'
import type { Uses } from '../services.ts'
import { chargeUnder } from './keep-transfer.ts'

interface Series {
  merchantId: string
  via: string
  orderId: string
  clientHash: string
  requestId: string
}

/** The payment that began it has the name that later ones go by. False: there is no such payment. */
export async function registerSeries(
  services: Uses<'gateway' | 'ids' | 'payments'>,
  series: Series,
): Promise<boolean> {
  const { orderId, clientHash: value, requestId } = series
  const payment = await services.payments.find(paymentIdOf(orderId))
  const reference = payment && chargeUnder(payment, orderId)?.reference
  if (payment?.merchantId !== series.merchantId || reference === undefined) return false
  const outcome = { type: 'pending', alias: { value, status: 'REGISTERED' } } as const
  const command = { name: 'blikStatus', reference, outcome } as const
  const commandId = services.ids.keyed('autopay', series.via, reference, 'series', value)
  const meta = { commandId, actor: 'provider/blik' as const, requestId }
  accepted(await services.gateway.send(payment, command, meta))
  return true
}
