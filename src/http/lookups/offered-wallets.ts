import type { Method } from '../../domain/instrument.ts'
import { walletMethods } from '../../domain/instrument.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { appleMerchantIdOf } from '../../domain/merchant.ts'
import type { Services, Uses } from '../services.ts'

export type WalletParts = Uses<'config' | 'hasAppleCertificate'>

/**
 * The wallets that work for a merchant: a wallet is offered where everything is configured that it
 * asks for. The sandbox has wallets of its own, which ask for nothing.
 */
export function isWalletOffered(
  { config, hasAppleCertificate }: WalletParts,
  method: Method,
  { merchantId, settings }: Pick<Merchant, 'merchantId' | 'settings'>,
): boolean {
  const { wallets } = config
  if (!walletMethods.includes(method)) return true
  if (hasSandboxWallets(config)) return true
  const hasRoots = wallets.rootsFile !== undefined
  const asked: Partial<Record<Method, unknown[]>> = {
    GPAY: [
      hasRoots || wallets.googleKeysUrl !== undefined,
      wallets.googleGateway,
      settings.googlePayMerchantId,
    ],
    APAY: [
      hasRoots,
      settings.applePayMerchantId,
      hasAppleCertificate(appleMerchantIdOf({ merchantId, settings })),
    ],
    C2P: [hasRoots, wallets.c2pInitiatorId, settings.dpaId],
  }
  return asked[method]?.every(Boolean) ?? false
}

const hasSandboxWallets = ({ environment, wallets }: Services['config']): boolean =>
  environment === 'sandbox' && wallets.rootsUrl !== undefined
