import { Command, InvalidArgumentError, Option } from 'commander'
import type { MerchantSettings } from '../../domain/merchant.ts'
import { isSettingName, settingProblems, settingRules } from '../../domain/merchant-settings.ts'
import { touchesMoney } from '../../domain/merchant-settings.ts'
import { readConfig } from '../../config.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import type { Addresses } from './check-addresses.ts'
import { checkAddresses } from './check-addresses.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { accessCommand } from './access.ts'
import { requestMerchantInstruction } from './merchant-instructions.ts'
import { changeMerchant, describeMerchant, knownMerchant } from './change-merchant.ts'
import type { Common } from './change-merchant.ts'
import { marketplaceCommand } from './marketplace.ts'
import { rotateCommand } from './rotate-command.ts'
import { withMerchants } from './with-merchants.ts'

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
  for (const [name, status, description] of [
    ['disable', 'disabled', 'let the merchant do nothing any more; its tokens end'],
    ['enable', 'active', 'let a disabled merchant go on'],
  ] as const)
    changing(command, name, description, async (merchants, id) => {
      await merchants.setStatus(id, status)
      return { status }
    })
  addAgree(command)
  command.addCommand(marketplaceCommand())
  return command
}

function addAgree(command: Command): void {
  command
    .command('agree')
    .description('let an agent act for a merchant, or no longer')
    .argument('<merchantId>')
    .argument('<agentId>')
    .option('--end', 'the agent may not act for it any more')
    .addOption(byOption())
    .addHelpText('after', examples('merchants agree 10000001 90000001'))
    .action(
      (merchantId: string, agentId: string, { end, ...options }: Common & { end?: boolean }) =>
        changeMerchant('agree', merchantId, options, async (merchants) => {
          if ((await merchants.find(agentId))?.kind !== 'agent')
            throw new CommandFailure(`no agent ${agentId}`)
          if (!end) await merchants.agree(agentId, merchantId)
          else if (!(await merchants.endAgreement(agentId, merchantId)))
            throw new CommandFailure(`${agentId} does not act for ${merchantId}`)
          return { agentId, ...(end && { ended: true }) }
        }),
    )
}

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
        checkAddresses(readConfig(process.env, 'cli').environment, details)
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
    .description('change where payers and notifications go; paused notifications go on')
    .argument('<merchantId>')
  withAddresses(addresses)
    .addOption(byOption())
    .addHelpText(
      'after',
      examples('merchants addresses 10000001 --notification-url https://shop.eu/hook'),
    )
    .action((merchantId: string, { by, json, ...given }: Common & Addresses) =>
      changeMerchant(
        'addresses',
        merchantId,
        { by, ...(json && { json }) },
        async (merchants, merchant) => {
          if (Object.keys(given).length === 0) throw new InvalidArgumentError('name an address')
          checkAddresses(readConfig(process.env, 'cli').environment, given)
          const { kind, name } = merchant
          await merchants.save({ merchantId, kind, name, ...given })
          if (given.notificationUrl) await merchants.pauseNotifications(merchantId, false)
          return given
        },
      ),
    )
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
    .action((merchantId: string, pairs: string[], options: Common) =>
      withMerchants(async (parts) => {
        const settings: Partial<MerchantSettings> = Object.fromEntries(pairs.map(settingOf))
        const [problem] = settingProblems(settings)
        if (problem !== undefined) throw new InvalidArgumentError(problem)
        checkAddresses(readConfig(process.env, 'cli').environment, settings)
        if (!touchesMoney(settings)) return saveSettings(merchantId, settings, options)
        await knownMerchant(parts.merchants, merchantId)
        return requestMerchantInstruction(
          parts,
          { name: 'settings', merchantId, settings },
          options,
        )
      }),
    )
}

const saveSettings = (merchantId: string, settings: Partial<MerchantSettings>, options: Common) =>
  changeMerchant('settings', merchantId, options, async (merchants, { kind, name }) => {
    await merchants.save({ merchantId, kind, name, settings })
    return settings
  })

const reasonOption = (): Option =>
  new Option('--reason <text>', 'why, for the other person and the audit')

function settingOf(pair: string): [string, unknown] {
  const [name = '', text = ''] = pair.split(/=(.*)/s)
  return [name, isSettingName(name) ? settingRules[name].parse(text) : text]
}

function changing(
  command: Command,
  name: string,
  description: string,
  run: (merchants: Merchants, merchantId: string) => Promise<object>,
): void {
  command
    .command(name)
    .description(description)
    .argument('<merchantId>')
    .addOption(byOption())
    .addHelpText('after', examples(`merchants ${name} 10000001`))
    .action((merchantId: string, options: Common) =>
      changeMerchant(name, merchantId, options, (merchants) => run(merchants, merchantId)),
    )
}
