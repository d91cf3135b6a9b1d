import { methodFits, methods, organizations } from '../../domain/instrument.ts'
import type { Method, Organization } from '../../domain/instrument.ts'
import type { Channel, Payment } from '../../domain/payment/payment.ts'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'

/** Every method, and whether the merchant can use it in this channel. */
export function offeredMethods(
  services: Pick<Services, 'cardRanges'>,
  { merchant, channel }: Pick<Caller, 'merchant'> & { channel?: Channel | undefined },
) {
  const { channels, methods: active } = merchant.settings
  const isOpen = channel === undefined || channels.includes(channel)
  const list = methods.map((method) => ({
    method,
    status: isOpen && active.includes(method) ? ('ACTIVE' as const) : ('INACTIVE' as const),
    ...(method === 'CARD' && { cardGroups: cardGroups(services) }),
  }))
  return { methods: list }
}

/** Of those, the ones that this payment's currency, kind and options leave to the payer. */
export function methodsFor(
  services: Pick<Services, 'cardRanges'>,
  { merchant }: Caller,
  payment: Payment,
) {
  const { channel, order, options } = payment
  const isPreauth = options.transKind === 'PREAUTH'
  const isLeft = (method: Method): boolean =>
    (options.methods?.includes(method) ?? true) && methodFits(method, order.currency, isPreauth)
  const offered = offeredMethods(services, { merchant, channel })
  return { methods: offered.methods.filter((one) => one.status === 'ACTIVE' && isLeft(one.method)) }
}

/** The card organizations whose cards we take. */
export const cardGroups = ({ cardRanges }: Pick<Services, 'cardRanges'>): Organization[] =>
  organizations.filter((organization) =>
    cardRanges.some((range) => range.organization === organization),
  )

export const iconUrl = (publicUrl: string, organization: Organization): string =>
  `${publicUrl}/icons/${organization.toLowerCase()}.svg`
