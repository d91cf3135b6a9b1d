import { ownerOf } from '../../domain/id.ts'
import { awayWith } from '../../domain/actor/redirect.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { present } from '../../domain/present.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import type { Uses } from '../services.ts'

/** Whose charge an acquirer speaks of: a payment's, or the check of a card that is to be stored. */
export type Away =
  | { payment: Payment; tokenization?: undefined }
  | { payment?: undefined; tokenization: Tokenization }

/** What a reference belongs to, if that is the merchant's. */
export async function findCharged(
  { payments, tokenizations }: Uses<'payments' | 'tokenizations'>,
  reference: string,
  merchantId: string,
): Promise<Away | undefined> {
  const payment = await payments.find(ownerOf(reference))
  if (payment) return payment.merchantId === merchantId ? { payment } : undefined
  const tokenization = await tokenizations.find(ownerOf(reference))
  return tokenization?.merchantId === merchantId ? { tokenization } : undefined
}

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
  { gateway, ids }: Uses<'gateway' | 'ids'>,
  { payment, tokenization }: Away,
  { reference, proof, requestId }: Back,
): Promise<void> {
  if (!awayWith(payment ?? tokenization, reference)) return
  const moment = String(Math.floor(Date.now() / ASK_EVERY_MS))
  const commandId = ids.keyed('acquirer-return', reference, proof ?? moment)
  const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
  const command = { name: 'payerReturned', reference, ...present({ proof }) } as const
  if (payment) await gateway.send(payment, command, meta)
  else await gateway.sendTokenization(tokenization, command, meta)
}
