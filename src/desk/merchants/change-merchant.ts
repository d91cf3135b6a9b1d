import type { Merchant } from '../../domain/merchant.ts'
import { findSameInstruction } from '../../postgres/approvals.ts'
import type { MerchantInstruction } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { givenReason, requestInstruction, waitsAlready } from '../payments/request-instruction.ts'
import type { Asking, Shown } from '../payments/request-instruction.ts'
import { withMerchants } from './with-merchants.ts'

/** Does it, writes it down, and shows the merchant as it is now. */
export const changeMerchant = (
  name: string,
  merchantId: string,
  caller: Caller,
  run: (merchants: Merchants, merchant: Merchant) => Promise<object>,
): Promise<Answer> =>
  withMerchants(async ({ db, merchants }) => {
    const merchant = await knownMerchant(merchants, merchantId)
    const changed = await run(merchants, merchant)
    await audit(db, caller, `merchants.${name}`, merchantId, 'done', changed)
    const now = (await merchants.find(merchantId)) ?? merchant
    return { value: now, text: describeMerchant(now) }
  })

/** The same for what nobody does alone: another person does it by agreeing. */
export const requestChange = (
  order: MerchantInstruction,
  asking: Asking,
  check?: (merchants: Merchants, merchant: Merchant) => Promise<void>,
): Promise<Answer> =>
  withMerchants(async ({ db, merchants }) => {
    const merchant = await knownMerchant(merchants, order.merchantId)
    await check?.(merchants, merchant)
    return requestMerchantInstruction(db, order, asking)
  })

/** Puts a change of a merchant that money hangs on before another person. */
export async function requestMerchantInstruction(
  db: Db,
  command: MerchantInstruction,
  asking: Asking,
  shown?: Partial<Shown>,
): Promise<Answer> {
  givenReason(asking)
  const same = await findSameInstruction(db, command)
  if (same) return waitsAlready(same)
  return requestInstruction(db, { merchantId: command.merchantId, command }, asking, shown)
}

export const describeMerchant = ({ settings, ...merchant }: Merchant): string =>
  [...Object.entries(merchant), ...Object.entries(settings)]
    .map(([name, value]) => `${name.padEnd(22)} ${String(value)}`)
    .join('\n')

export async function knownMerchant(merchants: Merchants, merchantId: string): Promise<Merchant> {
  const merchant = await merchants.find(merchantId)
  if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
  return merchant
}
