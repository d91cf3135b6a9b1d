import { authenticationWay } from '../../connectors/authentication-way.ts'
import { acquirers } from '../../connectors/registry.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { Method } from '../../domain/instrument.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { Uses } from '../services.ts'

export type AskingParts = Uses<'config' | 'connectorAccounts'>

/**
 * Whether somebody can ask the merchant's cardholders: a 3-D Secure server of the installation or the
 * merchant's own, or an acquirer that asks with the charge. A merchant may also go without.
 */
export async function canAskCardholders(
  { config, connectorAccounts }: AskingParts,
  { merchantId, settings }: Pick<Merchant, 'merchantId' | 'settings'>,
): Promise<boolean> {
  const { threeds, withoutAuthentication, routes = [], acquirer } = settings
  if (!config.providers.threeds.absent || threeds !== undefined) return true
  if (withoutAuthentication === 'proceed') return true
  const targets = [...routes.flatMap(({ to }) => to), ...(acquirer ? [{ via: acquirer }] : [])]
  if (targets.length === 0) return false
  const accounts = await connectorAccounts.list(merchantId)
  return targets.some((target) => {
    const way = authenticationWay(target, acquirers, accounts)
    return way?.by === 'acquirer' || way?.threeds !== undefined
  })
}

/** A wallet may bring a proof of its own, and an order by phone has nobody to ask. */
export const asksCardholder = (method: Method, channel: Channel | undefined): boolean =>
  (method === 'CARD' || method === 'C2P') && channel !== 'CSS'
