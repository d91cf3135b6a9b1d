import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Uses } from '../services.ts'

const ASK_EVERY_SECONDS = 10
const asked = new RateLimiterMemory({ points: 1, duration: ASK_EVERY_SECONDS })

/** The address is known to the browser and works for ever: the bank is asked once in ten seconds. */
export async function askBank(
  services: Uses<'gateway' | 'ids'>,
  payment: Payment,
  requestId: string,
): Promise<void> {
  const isFirst = await asked.consume(payment.id).then(
    () => true,
    () => false,
  )
  if (!isFirst) return
  // The same id in every process, so that one inquiry stands in the journal.
  const moment = String(Math.floor(Date.now() / (ASK_EVERY_SECONDS * 1_000)))
  const commandId = services.ids.keyed('bank-return', payment.id, moment)
  const meta = { commandId, actor: 'provider/bank' as const, requestId }
  await services.gateway.send(payment, { name: 'inquire' }, meta)
}
