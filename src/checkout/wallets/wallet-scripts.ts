import type { PageWallet } from '../../domain/instrument.ts'

/** What a wallet brings into the browser. It changes with each release of theirs: no hash can bind it. */
interface WalletScript {
  src: string
  /** All that the script may reach. */
  origins: readonly string[]
}

/** Each runs on a page of its own, without a card field on it. */
export const walletScripts: Record<PageWallet, WalletScript> = {
  GPAY: {
    src: 'https://pay.google.com/gp/p/js/pay.js',
    // Chrome asks google.com which app speaks for `https://google.com/pay`.
    origins: ['https://pay.google.com', 'https://google.com', 'https://www.gstatic.com'],
  },
  APAY: {
    src: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
    origins: ['https://applepay.cdn-apple.com'],
  },
  // One script for all systems; it loads that of Visa's by itself.
  C2P: clickToPay('', ''),
}

/** The systems of Click to Pay have places of their own to try things; others tell by the request. */
export const walletScript = (
  wallet: PageWallet,
  environment: 'sandbox' | 'production',
): WalletScript =>
  wallet === 'C2P' && environment === 'sandbox'
    ? clickToPay('sandbox.', 'sandbox-')
    : walletScripts[wallet]

function clickToPay(place: string, assets: string): WalletScript {
  const mastercard = `https://${place}src.mastercard.com`
  return {
    src: `${mastercard}/srci/integration/2/lib.js`,
    origins: [
      mastercard,
      `https://${place}secure.checkout.visa.com`,
      `https://${assets}assets.secure.checkout.visa.com`,
    ],
  }
}
