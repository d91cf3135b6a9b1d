import { Command } from 'commander'
import { describeMerchant, knownMerchant } from '../../desk/merchants/change-merchant.ts'
import { merchantCommands } from '../../desk/merchants/commands.ts'
import { withMerchants } from '../../desk/merchants/with-merchants.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { accessCommand } from './access.ts'

/** `merchants …`: who may sell here, with which settings and secrets. */
export function merchantsCommand(command: Command): Command {
  command
    .command('show')
    .description('what is known of a merchant; no secrets')
    .argument('<merchantId>')
    .addHelpText('after', examples('merchants show 10000001'))
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withMerchants(async ({ merchants }) => {
        const merchant = await knownMerchant(merchants, merchantId)
        print(merchant, describeMerchant(merchant), json)
      }),
    )
  command.addCommand(accessCommand())
  addDeskCommands(command, merchantCommands)
  command.addCommand(marketplaceCommand())
  return command
}

function marketplaceCommand(): Command {
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
  return addDeskCommands(command, merchantCommands, 'merchants marketplace')
}
