import { z } from 'zod'
import type { Merchant } from '../../domain/merchant.ts'
import { deskCommand, one, two } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { reason, text } from '../fields.ts'
import { changeMerchant, knownMerchant, requestChange } from './change-merchant.ts'

const about = {
  input: z.strictObject({
    merchantId: text('merchantId', 'the marketplace'),
    partMerchantId: text('partMerchantId', 'who gets a part'),
    reason,
  }),
  takes: ['merchantId', 'partMerchantId'],
  examples: [{ merchantId: '10000001', partMerchantId: '10000002', reason: '4711' }],
} as const

const add = deskCommand({
  name: 'merchants marketplace add',
  description: 'it may name the other in subpayments, if another person agrees',
  ...two('administrator', 'parts of payments go to somebody else'),
  ...about,
  carryOut: ({ merchantId, partMerchantId, reason: why }, caller) =>
    requestChange(
      { name: 'marketplace', merchantId, partMerchantId },
      { ...caller, reason: why },
      async (merchants, merchant) => {
        checkPart(merchant, await knownMerchant(merchants, partMerchantId))
        if (merchant.marketplacePartners.includes(partMerchantId))
          throw new CommandFailure(`${merchantId} may name ${partMerchantId} already`)
      },
    ),
})

const end = deskCommand({
  name: 'merchants marketplace end',
  description: 'no new payments; those that were made go on to their end',
  ...one('administrator', 'it ends what two people agreed to'),
  ...about,
  carryOut: ({ merchantId, partMerchantId, reason: why }, caller) =>
    changeMerchant('marketplace.end', merchantId, caller, async (merchants) => {
      if (!(await merchants.endMarketplace(merchantId, partMerchantId)))
        throw new CommandFailure(`${merchantId} has no agreement with ${partMerchantId}`)
      return { partMerchantId, reason: why }
    }),
})

/** For whom else a merchant may take parts of a payment. */
export const marketplaceCommands = [add, end] as const

/** Only who can be paid out to may get a part. */
function checkPart(marketplace: Merchant, part: Merchant): void {
  if (part.merchantId === marketplace.merchantId)
    throw new CommandFailure('a merchant needs no agreement with itself')
  for (const { kind, merchantId } of [marketplace, part])
    if (kind !== 'merchant') throw new CommandFailure(`${merchantId} is an agent, no merchant`)
}
