import { minorOf } from '../../contract/amount.ts'
import type { Amount } from '../../contract/amount.ts'
import { CreateLink, Link, usesOf } from '../../contract/self-service/links.ts'
import { required } from '../../domain/assert.ts'
import type { Currency } from '../../domain/currency.ts'
import type { LinkPrice } from '../../domain/payment/payment-link.ts'
import { present } from '../../domain/present.ts'
import { returnAddressProblem } from '../../domain/web-address.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { commandKeyOf } from '../commands/meta.ts'
import { endpoint } from '../endpoint.ts'
import { findLink, linkView } from '../lists/link-view.ts'
import { actOf } from '../lists/webhook-view.ts'
import { invalidField } from '../refused.ts'

export const createLink = endpoint({
  method: 'post',
  path: '/links',
  tag: 'Payment links',
  summary: 'Make a link to pay by',
  description:
    'Whoever has the `url` can pay by it, without a shop. Each use is a payment of its own, with ' +
    '`linkId` in its reads and events. A use is taken when somebody goes on to the payment page, and ' +
    'comes back when that payment has ended unpaid: a link is never paid more often than `uses` says, ' +
    'however many open it at the same moment.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  keyed: true,
  body: CreateLink,
  answer: Link,
  success: 201,
  rejects: [],
  handle: async (services, request) => {
    const { body, caller } = request
    const { merchantId, merchant } = caller
    const { currency, description, extOrderId, expiresAt, method, redirectURL, collect } = body
    if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
      throw invalidField('expiresAt', 'must be in the future')
    if (redirectURL !== undefined) {
      const isSandbox = services.config.environment === 'sandbox'
      const problem = returnAddressProblem(redirectURL, isSandbox, merchant.settings.appLinks)
      if (problem !== undefined) throw invalidField('redirectURL', problem)
    }
    const key = commandKeyOf(request, services)
    const linkId = key ? services.ids.keyed('link', key.commandId) : services.ids.random()
    const link = {
      linkId,
      merchantId,
      currency,
      description,
      price: priceOf(body, currency),
      terms: present({ method, redirectURL, collect }),
      ...present({
        extOrderId,
        uses: usesOf(body.uses),
        expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
      }),
    }
    await services.links.create(link, actOf(request))
    return linkView(services, caller, await findLink(services, caller, linkId))
  },
})

function priceOf(
  { amount, minAmount, maxAmount }: Pick<CreateLink, 'amount' | 'minAmount' | 'maxAmount'>,
  currency: Currency,
): LinkPrice {
  const minor = (given: Amount | undefined) =>
    required(given === undefined ? undefined : minorOf(given, currency), 'amount')
  return amount === undefined
    ? { minMinor: minor(minAmount), maxMinor: minor(maxAmount) }
    : { amountMinor: minor(amount) }
}
