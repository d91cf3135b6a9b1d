import { Command, InvalidArgumentError } from 'commander'
import type { MerchantSettings } from '../../domain/merchant.ts'
import { isSettingName, settingProblems, settingRules } from '../../domain/merchant-settings.ts'
import { touchesMoney } from '../../domain/merchant-settings.ts'
import { readConfig } from '../../config.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import type { Addresses } from './check-addresses.ts'
import { checkAddresses } from './check-addresses.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { accessCommand } from './access.ts'
import { changeMerchant, describeMerchant, knownMerchant } from './change-merchant.ts'
import { reasonOption, requestChange } from './change-merchant.ts'
import type { Common } from './change-merchant.ts'
import { marketplaceCommand } from './marketplace.ts'
import { rotateCommand } from './rotate-command.ts'
import { withMerchants } from './with-merchants.ts'
import { present } from '../../domain/present.ts'

interface Details extends Common, Addresses {
  name: string
  agent?: boolean
  mcc?: string
  country?: string
}

/** `merchants …`: who may sell here, with which settings and secrets. */
export function merchantsCommand(): Command {
  const command = new Command('merchants').description('merchants and agents')
  addCreate(command)
  addShow(command)
  addAddresses(command)
  addSettings(command)
  command.addCommand(rotateCommand())
  command.addCommand(accessCommand())
  addDisable(command)
  addEnable(command)
  addAgree(command)
  command.addCommand(marketplaceCommand())
  return command
}

function addDisable(command: Command): void {
  command
    .command('disable')
    .description('let the merchant do nothing any more; its tokens end')
    .argument('<merchantId>')
    .addOption(byOption())
    .addHelpText('after', examples('merchants disable 10000001'))
    .action((merchantId: string, options: Common) =>
      changeMerchant('disable', merchantId, options, async (merchants) => {
        await merchants.setStatus(merchantId, 'disabled')
        return { status: 'disabled' }
      }),
    )
}

function addEnable(command: Command): void {
  command
    .command('enable')
    .description('let a disabled merchant go on; another person has to agree')
    .argument('<merchantId>')
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText('after', examples('merchants enable 10000001 --reason "case 4711"'))
    .action((merchantId: string, options: Common) =>
      requestChange({ name: 'enable', merchantId }, options),
    )
}

/** Whoever acts for a merchant can refund in its name. */
function addAgree(command: Command): void {
  command
    .command('agree')
    .description('let an agent act for a merchant, if another person agrees; or no longer')
    .argument('<merchantId>')
    .argument('<agentId>')
    .option('--end', 'the agent may not act for it any more, at once')
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText('after', examples('merchants agree 10000001 90000001 --reason "contract 12"'))
    .action((merchantId: string, agentId: string, options: Common & { end?: boolean }) =>
      options.end
        ? endAgreement(merchantId, agentId, options)
        : requestChange({ name: 'agree', merchantId, agentId }, options, async (merchants) => {
            if ((await merchants.find(agentId))?.kind !== 'agent')
              throw new CommandFailure(`no agent ${agentId}`)
          }),
    )
}

const endAgreement = (merchantId: string, agentId: string, options: Common) =>
  changeMerchant('agree', merchantId, options, async (merchants) => {
    if (!(await merchants.endAgreement(agentId, merchantId)))
      throw new CommandFailure(`${agentId} does not act for ${merchantId}`)
    return { agentId, ended: true }
  })

function addCreate(command: Command): void {
  const create = command
    .command('create')
    .description('a new merchant or agent; its secrets are shown this once')
    .argument('<merchantId>')
    .requiredOption('--name <name>', 'as payers read it')
    .option('--agent', 'an agent, who acts for merchants')
    .option('--mcc <code>', 'merchant category, four digits')
    .option('--country <code>', 'two letters')
  withAddresses(create)
    .addOption(byOption())
    .addHelpText(
      'after',
      examples('merchants create 20000001 --name "Book Shop" --notification-url https://a.eu/hook'),
    )
    .action((merchantId: string, { by, json, agent, ...details }: Details) =>
      withMerchants(async ({ db, merchants }) => {
        if (await merchants.find(merchantId))
          throw new CommandFailure(`${merchantId} is there already`)
        checkAddresses(readConfig(process.env, 'cli'), details)
        await merchants.save({ ...details, merchantId, kind: agent ? 'agent' : 'merchant' })
        const secret = await merchants.rotateLogin(merchantId)
        const notificationSecret = await merchants.rotateNotification(merchantId)
        await audit(db, by, 'merchants.create', merchantId, 'done', details)
        const text = `${merchantId} created\nsecret               ${secret}\nnotification secret  ${notificationSecret}`
        print({ merchantId, secret, notificationSecret }, text, json)
      }),
    )
}

const withAddresses = (command: Command): Command =>
  command
    .option('--url <url>', 'of the shop')
    .option('--redirect-url <url>', 'where payers go back to')
    .option('--logo-url <url>', 'on the payment page')
    .option('--notification-url <url>', 'where notifications go')

function addAddresses(command: Command): void {
  const addresses = command
    .command('addresses')
    .description(
      'change where payers and notifications go, if another person agrees; paused ones go on',
    )
    .argument('<merchantId>')
  withAddresses(addresses)
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText(
      'after',
      examples(
        'merchants addresses 10000001 --notification-url https://shop.eu/hook --reason 4711',
      ),
    )
    .action((merchantId: string, { by, json, reason, ...given }: Common & Addresses) => {
      if (Object.keys(given).length === 0) throw new InvalidArgumentError('name an address')
      const order = { name: 'addresses', merchantId, addresses: { ...given } } as const
      return requestChange(order, { by, ...present({ json, reason }) }, async (merchants) => {
        const { settings } = await knownMerchant(merchants, merchantId)
        checkAddresses(readConfig(process.env, 'cli'), given, settings.appLinks)
      })
    })
}

function addShow(command: Command): void {
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
}

function addSettings(command: Command): void {
  command
    .command('settings')
    .description('change settings, as name=value; where money hangs on them, another person agrees')
    .argument('<merchantId>')
    .argument('<settings...>', Object.keys(settingRules).join(', '))
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText('after', examples('merchants settings 10000001 currencies=PLN,EUR'))
    .action((merchantId: string, pairs: string[], options: Common) => {
      const settings: Partial<MerchantSettings> = Object.fromEntries(pairs.map(settingOf))
      const [problem] = settingProblems(settings)
      if (problem !== undefined) throw new InvalidArgumentError(problem)
      checkAddresses(readConfig(process.env, 'cli'), settings)
      return touchesMoney(settings)
        ? requestChange({ name: 'settings', merchantId, settings }, options)
        : saveSettings(merchantId, settings, options)
    })
}

const saveSettings = (merchantId: string, settings: Partial<MerchantSettings>, options: Common) =>
  changeMerchant('settings', merchantId, options, async (merchants, { kind, name }) => {
    await merchants.save({ merchantId, kind, name, settings })
    return settings
  })

function settingOf(pair: string): [string, unknown] {
  const [name = '', text = ''] = pair.split(/=(.*)/s)
  return [name, isSettingName(name) ? settingRules[name].parse(text) : text]
}
