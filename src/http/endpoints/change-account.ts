import { Account, AccountChange } from '../../contract/account.ts'
import { logoAddress } from '../../domain/looks/logo-address.ts'
import { settingProblems } from '../../domain/merchant-settings.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { addressProblems, calledAddressRules } from '../../domain/web-address.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { accountOf } from '../lists/account-view.ts'
import { actOf } from '../lists/webhook-view.ts'
import type { MerchantChange } from '../../postgres/merchants.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

type Change = (typeof AccountChange)['_output']
type Given = { [Name in keyof Change]: NonNullable<Change[Name]> }

export const changeAccount = endpoint({
  method: 'patch',
  path: '/account',
  tag: 'Self-service',
  summary: 'Change what is yours to set',
  description:
    'Addresses, and what your payment page shows. What is not given stays, and what is `null` is as if ' +
    'it had never been set. An address for notifications that is saved again is used again, if it was paused.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: AccountChange,
  answer: Account,
  rejects: [],
  handle: async (services, request) => {
    const { caller } = request
    const { publicUrl } = services.config.server
    const body = withoutSame(request.body, logoAddress(caller.merchant, publicUrl))
    const given = givenIn(body)
    check(services, given, afterwards(caller.merchant, body))
    const { url, redirectURL, logoURL, notificationURL, ...settings } = given
    const { merchantId, kind, name } = caller.merchant
    await services.accounts.change(
      {
        merchantId,
        kind,
        name,
        settings,
        cleared: clearedIn(body),
        ...present({
          url,
          redirectUrl: redirectURL,
          logoUrl: logoURL,
          notificationUrl: notificationURL,
        }),
      },
      { ...actOf(request), detail: body },
    )
    const changed = await services.merchants.find(merchantId)
    return accountOf(changed ?? caller.merchant, publicUrl)
  },
})

/** Who gives back the address of the logo that was uploaded keeps the logo. */
function withoutSame({ logoURL, ...change }: Change, known: string | undefined): Change {
  return logoURL === undefined || logoURL === known ? change : { ...change, logoURL }
}

/** What payers return to, and into which apps, once a change of either is made. */
function afterwards({ redirectUrl, settings }: Merchant, change: Change) {
  const { redirectURL = redirectUrl, appLinks = settings.appLinks } = change
  const isChanged = change.redirectURL !== undefined || change.appLinks !== undefined
  return {
    redirectURL: isChanged ? (redirectURL ?? undefined) : undefined,
    appLinks: appLinks ?? undefined,
    methods: settings.methods,
  }
}

/** The rules of operators hold for merchants too; methods are shown of those that they may use. */
function check(
  { config }: Uses<'config'>,
  change: Given,
  { redirectURL, appLinks, methods }: ReturnType<typeof afterwards>,
): void {
  const { url, redirectURL: _given, logoURL, notificationURL, ...settings } = change
  const errors = addressProblems(
    calledAddressRules(config),
    { forBrowsers: { url, logoURL }, forReturn: { redirectURL }, calledByUs: { notificationURL } },
    appLinks,
  )
  if (errors.length > 0) throw new Refused('invalid_request', { errors })
  const [problem] = settingProblems(settings)
  const [field = '', ...message] = problem?.split(' ') ?? []
  if (problem !== undefined) throw invalidField(field, message.join(' '))
  const unknown = settings.pageMethods?.find((method) => !methods.includes(method))
  if (unknown !== undefined) throw invalidField('pageMethods', `must not name ${unknown}`)
}

const givenIn = (change: Change): Given =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null))

/** As they are called inside. */
const addresses = {
  redirectURL: 'redirectUrl',
  logoURL: 'logoUrl',
  notificationURL: 'notificationUrl',
} as const

function clearedIn(change: Change) {
  const names = (Object.keys(change) as (keyof Change)[]).filter((name) => change[name] === null)
  return names.map((name) =>
    name in addresses ? addresses[name as keyof typeof addresses] : name,
  ) as NonNullable<MerchantChange['cleared']>
}
