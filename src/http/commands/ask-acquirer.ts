import type { Payment } from '../../domain/payment/payment.ts'
import { present } from '../../domain/present.ts'
import type { Services } from '../services.ts'

const ASK_EVERY_MS = 10_000

interface Back {
  reference: string
  proof: string | undefined
  requestId: string
}

/**
 * A payer is back from the acquirer's page. The address is known to the browser and works for ever:
 * in ten seconds it is one command, and what it brings along is one command for good.
 */
export async function askAcquirer(
  { gateway, ids }: Pick<Services, 'gateway' | 'ids'>,
  payment: Payment,
  { reference, proof, requestId }: Back,
): Promise<void> {
  if (payment.phase !== 'redirected' || payment.redirect?.charge.reference !== reference) return
  const moment = String(Math.floor(Date.now() / ASK_EVERY_MS))
  const commandId = ids.keyed('acquirer-return', reference, proof ?? moment)
  const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
  await gateway.send(payment, { name: 'payerReturned', reference, ...present({ proof }) }, meta)
}
