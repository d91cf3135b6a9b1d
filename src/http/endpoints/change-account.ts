import { Account, AccountChange } from '../../contract/account.ts'
import { settingProblems } from '../../domain/merchant-settings.ts'
import { addressProblems, calledAddressRules } from '../../domain/web-address.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { accountOf } from '../lists/account-view.ts'
import { actOf } from '../lists/webhook-view.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Services } from '../services.ts'
import { present } from '../../domain/present.ts'

type Change = (typeof AccountChange)['_output']

export const changeAccount = endpoint({
  method: 'patch',
  path: '/account',
  tag: 'Self-service',
  summary: 'Change what is yours to set',
  description:
    'Addresses, and what your payment page shows. What is not given stays. An address for ' +
    'notifications that is saved again is used again, if it was paused.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: AccountChange,
  answer: Account,
  rejects: [],
  handle: async (services, request) => {
    const { body, caller } = request
    check(services, body, caller.merchant.settings.methods)
    const { url, redirectURL, logoURL, notificationURL, ...settings } = body
    const { merchantId, kind, name } = caller.merchant
    await services.accounts.change(
      {
        ...{ merchantId, kind, name, settings },
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
    return accountOf(changed ?? caller.merchant)
  },
})

/** The rules of operators hold for merchants too; methods are shown of those that they may use. */
function check({ config }: Services, change: Change, methods: readonly string[]): void {
  const { url, redirectURL, logoURL, notificationURL, ...settings } = change
  const errors = addressProblems(
    calledAddressRules(config),
    { url, redirectURL, logoURL },
    { notificationURL },
  )
  if (errors.length > 0) throw new Refused('invalid_request', { errors })
  const [problem] = settingProblems(settings)
  const [field = '', ...message] = problem?.split(' ') ?? []
  if (problem !== undefined) throw invalidField(field, message.join(' '))
  const unknown = settings.pageMethods?.find((method) => !methods.includes(method))
  if (unknown !== undefined) throw invalidField('pageMethods', `must not name ${unknown}`)
}
