import { Command } from 'commander'
import type { Merchant } from '../../domain/merchant.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { changeMerchant, knownMerchant, requestChange } from './change-merchant.ts'
import type { Common } from './change-merchant.ts'
import { withMerchants } from './with-merchants.ts'

/** `merchants marketplace …`: for whom else a merchant may take parts of a payment. */
export function marketplaceCommand(): Command {
  const command = new Command('marketplace').description(
    'for whom else a merchant may take parts of a payment',
  )
  command
    .command('list')
    .description('the merchants that it may name in subpayments')
    .argument('<merchantId>')
    .addHelpText('after', examples('merchants marketplace list 10000001'))
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withMerchants(async ({ merchants }) => {
        const { marketplacePartners: partners } = await knownMerchant(merchants, merchantId)
        print({ merchantId, partners }, partners.join('\n') || 'none', json)
      }),
    )
  changing(command, 'add', 'it may name the other in subpayments, if another person agrees')
    .addHelpText('after', examples('merchants marketplace add 10000001 10000002 --reason 4711'))
    .action((merchantId: string, partMerchantId: string, options: Common) =>
      requestChange(
        { name: 'marketplace', merchantId, partMerchantId },
        options,
        async (merchants, merchant) => {
          checkPart(merchant, await knownMerchant(merchants, partMerchantId))
          if (merchant.marketplacePartners.includes(partMerchantId))
            throw new CommandFailure(`${merchantId} may name ${partMerchantId} already`)
        },
      ),
    )
  changing(command, 'end', 'no new payments; those that were made go on to their end')
    .addHelpText('after', examples('merchants marketplace end 10000001 10000002 --reason 4711'))
    .action((merchantId: string, partId: string, options: Common) =>
      changeMerchant('marketplace.end', merchantId, options, async (merchants) => {
        if (!(await merchants.endMarketplace(merchantId, partId)))
          throw new CommandFailure(`${merchantId} has no agreement with ${partId}`)
        return about(partId, options)
      }),
    )
  return command
}

const changing = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .argument('<merchantId>', 'the marketplace')
    .argument('<partMerchantId>', 'who gets a part')
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(byOption())

/** Only who can be paid out to may get a part. */
function checkPart(marketplace: Merchant, part: Merchant): void {
  if (part.merchantId === marketplace.merchantId)
    throw new CommandFailure('a merchant needs no agreement with itself')
  for (const { kind, merchantId } of [marketplace, part])
    if (kind !== 'merchant') throw new CommandFailure(`${merchantId} is an agent, no merchant`)
}

const about = (partMerchantId: string, { reason }: Common) => ({ partMerchantId, reason })
