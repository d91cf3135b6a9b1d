import type { Merchant } from '../../domain/merchant.ts'
import { logoAddress } from '../../domain/looks/logo-address.ts'

/** What a merchant may read about itself; nothing of its secrets. */
export function accountOf(merchant: Merchant, publicUrl: string) {
  const { settings } = merchant
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    mcc: merchant.mcc,
    country: merchant.country,
    url: merchant.url,
    redirectURL: merchant.redirectUrl,
    logoURL: logoAddress(merchant, publicUrl),
    notificationURL: merchant.notificationUrl,
    notificationsPaused: merchant.notificationsPaused,
    channels: settings.channels,
    methods: settings.methods,
    currencies: settings.currencies,
    holdDays: settings.holdDays,
    refundWindowDays: settings.refundWindowDays,
    pageMethods: settings.pageMethods,
    pageLanguage: settings.pageLanguage,
    pageColour: settings.pageColour,
    pageText: settings.pageText,
    pageFont: settings.pageFont,
    pageHost: settings.pageHost,
    pageSavedCards: settings.pageSavedCards ?? false,
    pageAttempts: settings.pageAttempts,
    appLinks: settings.appLinks,
    fraudRefunds: settings.fraudRefunds,
  }
}
