import { acceptsOrganization } from '../../domain/actor/merchant-facts.ts'
import { methodFits, methods } from '../../domain/instrument.ts'
import type { Method, Organization } from '../../domain/instrument.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { Caller } from '../auth/caller.ts'
import type { Uses } from '../services.ts'
import type { WalletParts } from './offered-wallets.ts'
import { isWalletOffered } from './offered-wallets.ts'
import type { AskingParts } from '../providers/who-asks-cardholders.ts'
import { asksCardholder, canAskCardholders } from '../providers/who-asks-cardholders.ts'

export type OfferParts = WalletParts & AskingParts
type ListParts = WalletParts & Uses<'cardBook'>

/** The methods that are activated for the merchant in this channel. */
export async function activatedMethods(
  services: OfferParts,
  { merchant, channel }: Pick<Caller, 'merchant'> & { channel?: Channel | undefined },
): Promise<Method[]> {
  const canAsk = await canAskCardholders(services, merchant)
  return methods.filter((method) => isActive(services, method, { merchant, channel, canAsk }))
}

/** The active ones as merchants read them; with `all` also the others, which say that they are not. */
export async function methodList(
  services: ListParts,
  active: readonly Method[],
  { all, accepted }: { all?: string | undefined; accepted: readonly Organization[] | undefined },
) {
  const cardGroups = await cardGroupsOf(services, accepted)
  const listed = methods.filter((method) => all === 'true' || active.includes(method))
  return {
    methods: listed.map((method) => ({
      method,
      status: active.includes(method) ? ('ACTIVE' as const) : ('INACTIVE' as const),
      ...(method === 'CARD' && { cardGroups }),
    })),
  }
}

/** The card organizations that exist here and that the merchant accepts. */
export const cardGroupsOf = async (
  { cardBook }: Uses<'cardBook'>,
  accepted: readonly Organization[] | undefined,
): Promise<Organization[]> =>
  (await cardBook.organizations()).filter((one) => acceptsOrganization(accepted, one))

/** The methods that the payer of a payment can choose from. */
export async function methodsLeft(
  services: OfferParts,
  merchant: Pick<Merchant, 'merchantId' | 'settings'>,
  { channel, order, options }: Payment,
): Promise<Method[]> {
  const canAsk = await canAskCardholders(services, merchant)
  const shown = merchant.settings.pageMethods
  const isPreauth = options.transKind === 'PREAUTH'
  // In the order that the merchant chose, where it chose.
  return (shown ?? methods).filter(
    (method) =>
      isActive(services, method, { merchant, channel, canAsk }) &&
      (options.methods?.includes(method) ?? true) &&
      methodFits(method, order.currency, isPreauth),
  )
}

interface Offered {
  merchant: Pick<Merchant, 'merchantId' | 'settings'>
  channel?: Channel | undefined
  /** Somebody can ask the merchant's cardholders. */
  canAsk: boolean
}

export function isActive(
  services: WalletParts,
  method: Method,
  { merchant, channel, canAsk }: Offered,
): boolean {
  const { settings } = merchant
  const isOpen = channel === undefined || settings.channels.includes(channel)
  const isWanted = isOpen && settings.methods.includes(method)
  return (
    isWanted &&
    (canAsk || !asksCardholder(method, channel)) &&
    hasProvider(services, method, merchant) &&
    isWalletOffered(services, method, merchant)
  )
}

/** Somebody takes it: an account of the merchant, or a provider of the installation. */
function hasProvider(
  { config }: Uses<'config'>,
  method: Method,
  { settings }: Pick<Merchant, 'settings'>,
): boolean {
  const { acquirer, bank, blik } = config.providers
  if (method === 'PBL') return settings.bank !== undefined || !bank.absent
  if (method === 'BLIK') return settings.blik !== undefined || !blik.absent
  const isRouted = settings.acquirer !== undefined || (settings.routes?.length ?? 0) > 0
  return isRouted || !acquirer.absent
}

export const iconUrl = (publicUrl: string, organization: Organization): string =>
  `${publicUrl}/icons/${organization.toLowerCase()}.svg`
