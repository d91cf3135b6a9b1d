import { methodFits, methods } from '../../domain/instrument.ts'
import type { Method, Organization } from '../../domain/instrument.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import type { WalletParts } from './offered-wallets.ts'
import { isOnOurPage, isWalletOffered } from './offered-wallets.ts'

/** Every method, and whether the merchant can use it in this channel. */
export async function offeredMethods(
  services: WalletParts & Pick<Services, 'cardBook'>,
  { merchant, channel }: Pick<Caller, 'merchant'> & { channel?: Channel | undefined },
) {
  const cardGroups = await services.cardBook.organizations()
  const list = methods.map((method) => ({
    method,
    status: isActive(services, method, merchant, channel)
      ? ('ACTIVE' as const)
      : ('INACTIVE' as const),
    ...(method === 'CARD' && { cardGroups }),
  }))
  return { methods: list }
}

/** Of those, the ones that this payment's currency, kind and options leave to the payer. */
export async function methodsFor(
  services: WalletParts & Pick<Services, 'cardBook'>,
  { merchant }: Caller,
  payment: Payment,
) {
  const left = methodsLeft(services, merchant, payment)
  const offered = await offeredMethods(services, { merchant, channel: payment.channel })
  return { methods: offered.methods.filter(({ method }) => left.includes(method)) }
}

/** The methods that the payer of a payment can choose from. */
export function methodsLeft(
  services: WalletParts,
  merchant: Pick<Merchant, 'merchantId' | 'settings'>,
  { channel, order, options }: Payment,
): Method[] {
  const shown = merchant.settings.pageMethods
  const isPreauth = options.transKind === 'PREAUTH'
  return methods.filter(
    (method) =>
      isActive(services, method, merchant, channel) &&
      isOnOurPage(services, method, channel) &&
      (shown?.includes(method) ?? true) &&
      (options.methods?.includes(method) ?? true) &&
      methodFits(method, order.currency, isPreauth),
  )
}

export function isActive(
  services: WalletParts,
  method: Method,
  merchant: Pick<Merchant, 'merchantId' | 'settings'>,
  channel?: Channel,
): boolean {
  const { settings } = merchant
  const isOpen = channel === undefined || settings.channels.includes(channel)
  return isOpen && settings.methods.includes(method) && isWalletOffered(services, method, merchant)
}

export const iconUrl = (publicUrl: string, organization: Organization): string =>
  `${publicUrl}/icons/${organization.toLowerCase()}.svg`
