import { assert } from '../../domain/assert.ts'
import { exponentOf, isCurrency, numericCode } from '../../domain/currency.ts'
import { countryNumeric } from './country.ts'
import type { AuthenticationRequest, BrowserData } from './types.ts'

/** The AReq of a browser payment, in the names and lengths of EMV 3-D Secure 2.2. */
export function areqOf(request: AuthenticationRequest, acquirerBin: string) {
  const { merchant, currency } = request
  assert(isCurrency(currency), `unknown currency ${currency}`)
  return {
    messageType: 'AReq',
    messageVersion: request.version,
    threeDSServerTransID: request.threeDSServerTransID,
    deviceChannel: '02',
    messageCategory: request.category === 'payment' ? '01' : '02',
    threeDSCompInd: request.compInd,
    threeDSRequestorAuthenticationInd: request.category === 'payment' ? '01' : '04',
    threeDSRequestorChallengeInd: request.challengeMandated ? '04' : undefined,
    threeDSRequestorID: merchant.merchantId.slice(0, 35),
    threeDSRequestorName: merchant.name.slice(0, 40),
    threeDSRequestorURL: merchant.url ?? new URL(request.notificationUrl).origin,
    acctNumber: request.number,
    cardExpiryDate: request.expDate.slice(2),
    acquirerBIN: acquirerBin,
    acquirerMerchantID: merchant.merchantId.slice(0, 35),
    mcc: merchant.mcc,
    merchantCountryCode: countryNumeric(merchant.country) ?? merchant.country,
    merchantName: merchant.name.slice(0, 40),
    purchaseAmount: String(request.amountMinor),
    purchaseCurrency: numericCode(currency),
    purchaseExponent: String(exponentOf(currency)),
    purchaseDate: new Date(request.purchaseDate).toISOString().replace(/\D/g, '').slice(0, 14),
    email: request.email,
    ...browserOf(request.browser),
    notificationURL: request.notificationUrl,
    resultsURL: request.resultsUrl,
  }
}

/** Without JavaScript a browser can tell nothing about its screen, and must not pretend to. */
function browserOf(browser: BrowserData) {
  const javascriptEnabled = String(browser.javascriptEnabled ?? true) === 'true'
  return {
    browserAcceptHeader: (browser.acceptHeader ?? '*/*').slice(0, 2048),
    browserUserAgent: (browser.userAgent ?? 'Mozilla/5.0').slice(0, 2048),
    browserLanguage: (browser.language ?? 'en').slice(0, 8),
    browserIP: browser.ip?.slice(0, 45),
    browserJavascriptEnabled: javascriptEnabled,
    ...(javascriptEnabled && {
      browserJavaEnabled: String(browser.javaEnabled) === 'true',
      browserColorDepth: colorDepthOf(Number(browser.colorDepth ?? 24)),
      browserScreenHeight: String(browser.screenHeight ?? 1080),
      browserScreenWidth: String(browser.screenWidth ?? 1920),
      browserTZ: String(browser.timezone ?? 0),
    }),
  }
}

/** Browsers report depths the protocol does not know (30): the nearest lower one stands for them. */
const colorDepthOf = (depth: number): string =>
  String([1, 4, 8, 15, 16, 24, 32, 48].findLast((known) => known <= depth) ?? 1)
