import { z } from 'zod'
import { readConfig } from '../../settings/config.ts'
import type { MerchantSettings } from '../../domain/merchant.ts'
import { isSettingName, settingProblems, settingRules } from '../../domain/merchant-settings.ts'
import { touchesMoney } from '../../domain/merchant-settings.ts'
import { present } from '../../domain/present.ts'
import { rotatedSecrets } from '../../postgres/approvals.ts'
import { audit } from '../audit.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, one, two } from '../command.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { flag, merchantId, oneOf, reasonForTwo, text } from '../fields.ts'
import { changeMerchant, requestChange } from './change-merchant.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkPageHost } from './check-page-host.ts'
import { marketplaceCommands } from './marketplace.ts'
import { withMerchants } from './with-merchants.ts'

const addresses = {
  url: text('url', 'of the shop').optional(),
  redirectUrl: text('url', 'where payers go back to').optional(),
  logoUrl: text('url', 'on the payment page').optional(),
  notificationUrl: text('url', 'where notifications go').optional(),
}

const create = deskCommand({
  name: 'merchants create',
  description: 'a new merchant or agent; its secrets are shown this once',
  ...one('administrator', 'a new merchant has no money, and payouts need two'),
  input: z.strictObject({
    merchantId,
    name: text('name', 'as payers read it'),
    agent: flag('an agent, who acts for merchants'),
    mcc: text('code', 'merchant category, four digits').optional(),
    country: text('code', 'two letters').optional(),
    ...addresses,
  }),
  takes: ['merchantId'],
  examples: [{ merchantId: '20000001', name: 'Book Shop', notificationUrl: 'https://a.eu/hook' }],
  carryOut: ({ merchantId: id, agent, ...given }, caller) =>
    withMerchants(async ({ db, merchants }) => {
      if (await merchants.find(id)) throw new CommandFailure(`${id} is there already`)
      const details = present(given)
      checkAddresses(readConfig(process.env, 'cli'), details)
      await merchants.save({ ...details, merchantId: id, kind: agent ? 'agent' : 'merchant' })
      const secret = await merchants.rotateLogin(id)
      const notificationSecret = await merchants.rotateNotification(id)
      await audit(db, caller, 'merchants.create', id, 'done', details)
      return {
        value: { merchantId: id, secret, notificationSecret },
        text: `${id} created\nsecret               ${secret}\nnotification secret  ${notificationSecret}`,
      }
    }),
})

const changeAddresses = deskCommand({
  name: 'merchants addresses',
  description:
    'change where payers and notifications go, if another person agrees; paused ones go on',
  ...two('administrator', 'payers and what merchants believe go elsewhere'),
  input: z.strictObject({ merchantId, ...addresses, reason: reasonForTwo }),
  takes: ['merchantId'],
  examples: [{ merchantId: '10000001', notificationUrl: 'https://shop.eu/hook', reason: '4711' }],
  carryOut: async ({ merchantId: id, reason, ...rest }, caller) => {
    const given = present(rest)
    if (Object.keys(given).length === 0) throw wrongUsage('name an address')
    const order = { name: 'addresses', merchantId: id, addresses: { ...given } } as const
    return requestChange(order, { ...caller, reason }, async (_, { settings }) =>
      checkAddresses(readConfig(process.env, 'cli'), given, settings.appLinks),
    )
  },
})

const changeSettings = deskCommand({
  name: 'merchants settings',
  description:
    'change settings, as name=value, or name= for none; where money hangs on them, another person agrees',
  ...two('administrator', 'money hangs on some; the others need one person'),
  input: z.strictObject({
    merchantId,
    settings: z
      .record(z.string(), z.unknown())
      .meta({ description: Object.keys(settingRules).join(', ') }),
    reason: reasonForTwo,
  }),
  takes: ['merchantId', 'settings'],
  examples: [{ merchantId: '10000001', settings: { currencies: 'PLN,EUR' } }],
  carryOut: async ({ merchantId: id, settings: given, reason }, caller) => {
    const { settings, cleared } = readGiven(given)
    const config = readConfig(process.env, 'cli')
    checkAddresses(config, settings)
    const isSandbox = config.environment === 'sandbox'
    await checkPageHost(id, settings.pageHost, { isSandbox })
    const clears = cleared.length > 0 && { cleared }
    const order = { name: 'settings', merchantId: id, settings, ...clears } as const
    return touchesMoney(given)
      ? requestChange(order, { ...caller, reason })
      : changeMerchant('settings', id, caller, async (merchants, { kind, name }) => {
          await merchants.save({ merchantId: id, kind, name, settings, cleared })
          return { ...settings, ...clears }
        })
  },
})

/** A setting with nothing behind its name is to be as if it had never been set. */
function readGiven(given: Readonly<Record<string, unknown>>) {
  const cleared = Object.keys(given).filter(
    (name) => isSettingName(name) && isNothing(given[name]),
  ) as (keyof MerchantSettings)[]
  const others = Object.entries(given).filter(([name]) => !cleared.some((one) => one === name))
  const settings: Partial<MerchantSettings> = Object.fromEntries(others.map(readSetting))
  const [problem] = settingProblems(settings)
  if (problem !== undefined) throw wrongUsage(problem)
  return { settings, cleared }
}

const isNothing = (value: unknown): boolean => value === '' || value === null

/** Words are read as they stand on a command line. */
const readSetting = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  typeof value === 'string' && isSettingName(name) ? settingRules[name].parse(value) : value,
]

const singleSecrets = rotatedSecrets.filter((one) => one !== 'all')

const rotateSecrets = deskCommand({
  name: 'merchants rotate',
  description:
    'new secrets, shown to whoever agrees to it, who is told what ends with the old ones',
  ...two('administrator', 'whoever has a secret refunds in the name of its owner'),
  input: z.strictObject({
    merchantId,
    which: oneOf(
      ['login', 'notification', 'end'],
      'which',
      'login, notification, or end: forget the previous one',
    ).optional(),
    all: flag('after a leak: every secret is new, and every token and API key ends'),
    reason: reasonForTwo,
  }),
  takes: ['merchantId', 'which'],
  examples: [
    { merchantId: '10000001', which: 'notification', reason: 'case 4711' },
    { merchantId: '10000001', all: true, reason: 'the secret stood in a repository' },
  ],
  carryOut: async ({ merchantId: id, which, all = false, reason }, caller) => {
    if ((which === undefined) !== all)
      throw wrongUsage(`say which: ${singleSecrets.join(', ')}, or --all`)
    const order = { name: 'rotate', merchantId: id, which: which ?? 'all' } as const
    return requestChange(order, { ...caller, reason })
  },
})

const disable = deskCommand({
  name: 'merchants disable',
  description: 'let the merchant do nothing any more; its tokens end',
  ...one('administrator', 'in an incident one person must be able to stop it'),
  input: z.strictObject({ merchantId }),
  takes: ['merchantId'],
  examples: [{ merchantId: '10000001' }],
  carryOut: ({ merchantId: id }, caller) =>
    changeMerchant('disable', id, caller, async (merchants) => {
      await merchants.setStatus(id, 'disabled')
      return { status: 'disabled' }
    }),
})

const enable = deskCommand({
  name: 'merchants enable',
  description: 'let a disabled merchant go on; another person has to agree',
  ...two('administrator', 'whoever was stopped can refund again'),
  input: z.strictObject({ merchantId, reason: reasonForTwo }),
  takes: ['merchantId'],
  examples: [{ merchantId: '10000001', reason: 'case 4711' }],
  carryOut: ({ merchantId: id, reason }, caller) =>
    requestChange({ name: 'enable', merchantId: id }, { ...caller, reason }),
})

/** Whoever acts for a merchant can refund in its name. */
const agree = deskCommand({
  name: 'merchants agree',
  description: 'let an agent act for a merchant, if another person agrees; or no longer',
  ...two('administrator', 'an agent refunds in the name of the merchant'),
  input: z.strictObject({
    merchantId,
    agentId: text('agentId', 'who acts for it'),
    end: flag('the agent may not act for it any more, at once'),
    reason: reasonForTwo,
  }),
  takes: ['merchantId', 'agentId'],
  examples: [{ merchantId: '10000001', agentId: '90000001', reason: 'contract 12' }],
  carryOut: ({ merchantId: id, agentId, end, reason }, caller) =>
    end
      ? changeMerchant('agree', id, caller, async (merchants) => {
          if (!(await merchants.endAgreement(agentId, id)))
            throw new CommandFailure(`${agentId} does not act for ${id}`)
          return { agentId, ended: true }
        })
      : requestChange(
          { name: 'agree', merchantId: id, agentId },
          { ...caller, reason },
          async (merchants) => {
            if ((await merchants.find(agentId))?.kind !== 'agent')
              throw new CommandFailure(`no agent ${agentId}`)
          },
        ),
})

/** Who may sell here, with which settings and secrets. */
export const merchantCommands: readonly DeskCommand[] = [
  create,
  changeAddresses,
  changeSettings,
  rotateSecrets,
  disable,
  enable,
  agree,
  ...marketplaceCommands,
]
