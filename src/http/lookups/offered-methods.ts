import { methodFits, methods } from '../../domain/instrument.ts'
import type { Method, Organization } from '../../domain/instrument.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'

/** Every method, and whether the merchant can use it in this channel. */
export async function offeredMethods(
  { cardBook }: Pick<Services, 'cardBook'>,
  { merchant, channel }: Pick<Caller, 'merchant'> & { channel?: Channel | undefined },
) {
  const cardGroups = await cardBook.organizations()
  const list = methods.map((method) => ({
    method,
    status: isActive(method, merchant, channel) ? ('ACTIVE' as const) : ('INACTIVE' as const),
    ...(method === 'CARD' && { cardGroups }),
  }))
  return { methods: list }
}

/** Of those, the ones that this payment's currency, kind and options leave to the payer. */
export async function methodsFor(
  services: Pick<Services, 'cardBook'>,
  { merchant }: Caller,
  payment: Payment,
) {
  const left = methodsLeft(merchant, payment)
  const offered = await offeredMethods(services, { merchant, channel: payment.channel })
  return { methods: offered.methods.filter(({ method }) => left.includes(method)) }
}

/** The methods that the payer of a payment can choose from. */
export function methodsLeft(
  merchant: Pick<Merchant, 'settings'>,
  { channel, order, options }: Payment,
): Method[] {
  const shown = merchant.settings.pageMethods
  const isPreauth = options.transKind === 'PREAUTH'
  return methods.filter(
    (method) =>
      isActive(method, merchant, channel) &&
      (shown?.includes(method) ?? true) &&
      (options.methods?.includes(method) ?? true) &&
      methodFits(method, order.currency, isPreauth),
  )
}

function isActive(
  method: Method,
  { settings }: Pick<Merchant, 'settings'>,
  channel: Channel | undefined,
): boolean {
  const isOpen = channel === undefined || settings.channels.includes(channel)
  return isOpen && settings.methods.includes(method)
}

export const iconUrl = (publicUrl: string, organization: Organization): string =>
  `${publicUrl}/icons/${organization.toLowerCase()}.svg`
