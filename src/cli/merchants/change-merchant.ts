import { Option } from 'commander'
import type { Merchant } from '../../domain/merchant.ts'
import type { MerchantInstruction } from '../../postgres/approvals.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { print } from '../print.ts'
import { requestMerchantInstruction } from './merchant-instructions.ts'
import { withMerchants } from './with-merchants.ts'

export interface Common {
  by: string
  reason?: string
  json?: boolean
}

/** Does it, writes it down, and shows the merchant as it is now. */
export const changeMerchant = (
  name: string,
  merchantId: string,
  { by, json }: Common,
  run: (merchants: Merchants, merchant: Merchant) => Promise<object>,
): Promise<void> =>
  withMerchants(async ({ db, merchants }) => {
    const merchant = await knownMerchant(merchants, merchantId)
    const changed = await run(merchants, merchant)
    await audit(db, by, `merchants.${name}`, merchantId, 'done', changed)
    const now = await merchants.find(merchantId)
    print(now, describeMerchant(now ?? merchant), json)
  })

/** The same for what nobody does alone: another person does it by agreeing. */
export const requestChange = (
  order: MerchantInstruction,
  options: Common,
  check?: (merchants: Merchants, merchant: Merchant) => Promise<void>,
): Promise<void> =>
  withMerchants(async (parts) => {
    const merchant = await knownMerchant(parts.merchants, order.merchantId)
    await check?.(parts.merchants, merchant)
    await requestMerchantInstruction(parts, order, options)
  })

export const reasonOption = (): Option =>
  new Option('--reason <text>', 'why, for the other person and the audit')

export const describeMerchant = ({ settings, ...merchant }: Merchant): string =>
  [...Object.entries(merchant), ...Object.entries(settings)]
    .map(([name, value]) => `${name.padEnd(22)} ${String(value)}`)
    .join('\n')

export async function knownMerchant(merchants: Merchants, merchantId: string): Promise<Merchant> {
  const merchant = await merchants.find(merchantId)
  if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
  return merchant
}
