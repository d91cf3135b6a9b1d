import { assert } from '../../domain/assert.ts'
import { exponentOf, isCurrency, numericCode } from '../../domain/currency.ts'
import { payerFields } from './payer-fields.ts'
import { countryNumeric } from '../../domain/texts/country.ts'
import type { BrowserData } from '../browser-data.ts'
import type { SdkData } from '../threeds.ts'
import type { Requestor } from '../requestor.ts'
import type { Areq } from './types.ts'

/** The AReq of a payment in a browser or an app, in the names and lengths of EMV 3-D Secure 2.2. */
export function areqOf(request: Areq, requestor: Requestor & { acquirerBin: string }) {
  const { merchant, currency } = request
  const { acquirer, acquirerBin, requestorId } = requestor
  assert(isCurrency(currency), `unknown currency ${currency}`)
  return {
    messageType: 'AReq',
    messageVersion: request.version,
    threeDSServerTransID: request.threeDSServerTransID,
    deviceChannel: request.sdk ? '01' : '02',
    messageCategory: request.category === 'payment' ? '01' : '02',
    ...purposeOf(request),
    threeDSRequestorChallengeInd: challengeIndicator(request),
    threeDSRequestorID: requestorId ?? merchant.merchantId.slice(0, 35),
    threeDSRequestorName: merchant.name.slice(0, 40),
    threeDSRequestorURL: merchant.url ?? new URL(request.notificationUrl).origin,
    acctNumber: request.number,
    payTokenInd: request.isNetworkToken ? true : undefined,
    cardExpiryDate: request.expDate.slice(2),
    acquirerBIN: acquirer?.bin ?? acquirerBin,
    acquirerMerchantID:
      acquirer?.merchantId ?? (merchant.acquirerMerchantId ?? merchant.merchantId).slice(0, 35),
    mcc: merchant.mcc,
    merchantCountryCode: countryNumeric(merchant.country) ?? merchant.country,
    merchantName: merchant.name.slice(0, 40),
    purchaseAmount: String(request.amountMinor),
    purchaseCurrency: numericCode(currency),
    purchaseExponent: String(exponentOf(currency)),
    purchaseDate: new Date(request.purchaseDate).toISOString().replace(/\D/g, '').slice(0, 14),
    email: request.email,
    ...payerFields(request.payer ?? {}, request.purchaseDate),
    ...(request.sdk ? appOf(request.sdk) : inBrowser(request)),
  }
}

/** 04 the issuer must challenge, 05 the risk was judged (since 2.2), 02 please do not challenge. */
function challengeIndicator(request: Areq): string | undefined {
  if (request.challengeMandated) return '04'
  if (request.exemption === undefined) return undefined
  const isJudged = request.exemption === 'TRANSACTION_RISK' && request.version !== '2.1.0'
  return isJudged ? '05' : '02'
}

/** 01 a payment, 02 the first of a series, 04 a card that is stored. */
function purposeOf({ category, recurring }: Areq) {
  if (category === 'nonPayment') return { threeDSRequestorAuthenticationInd: '04' }
  if (!recurring) return { threeDSRequestorAuthenticationInd: '01' }
  return {
    threeDSRequestorAuthenticationInd: '02',
    recurringExpiry: recurring.expiry ?? NO_END,
    recurringFrequency: String(recurring.cycleDays ?? 1),
  }
}

/** The protocol wants an end; agreements without one have this. */
const NO_END = '99991231'

const inBrowser = (request: Areq) => ({
  threeDSCompInd: request.compInd,
  ...browserOf(request.browser ?? {}),
  notificationURL: request.notificationUrl,
})

const everyInterface = { sdkInterface: '03', sdkUiType: ['01', '02', '03', '04', '05'] }

function appOf({ messageVersion: _, deviceRenderOptions = everyInterface, ...sdk }: SdkData) {
  return { ...sdk, deviceRenderOptions }
}

/** Without JavaScript a browser can tell nothing about its screen, and must not pretend to. */
function browserOf(browser: BrowserData) {
  const javascriptEnabled = String(browser.javascriptEnabled ?? true) === 'true'
  return {
    browserAcceptHeader: (browser.acceptHeader ?? '*/*').slice(0, 2048),
    browserUserAgent: (browser.userAgent ?? 'Mozilla/5.0').slice(0, 2048),
    browserLanguage: languageOf(browser.language ?? 'en'),
    browserIP: browser.ip?.slice(0, 45),
    browserJavascriptEnabled: javascriptEnabled,
    ...(javascriptEnabled && {
      browserJavaEnabled: String(browser.javaEnabled) === 'true',
      browserColorDepth: colorDepthOf(Number(browser.colorDepth ?? 24)),
      browserScreenHeight: digits(browser.screenHeight ?? 1080),
      browserScreenWidth: digits(browser.screenWidth ?? 1920),
      browserTZ: digits(browser.timezone ?? 0),
    }),
  }
}

/** At most eight characters, and never half a subtag: zh-Hant-TW is zh-Hant. */
function languageOf(language: string): string {
  const subtags = language.replaceAll('_', '-').split('-')
  const fitting = subtags.map((_, count) => subtags.slice(0, count + 1).join('-'))
  return fitting.findLast((tag) => tag.length <= 8) ?? 'en'
}

/** A number as the protocol writes it: without leading zeros and without a minus before zero. */
const digits = (value: number | string): string => String(Number(value) + 0)

/** Browsers report depths the protocol does not know (30): the nearest lower one stands for them. */
const colorDepthOf = (depth: number): string =>
  String([1, 4, 8, 15, 16, 24, 32, 48].findLast((known) => known <= depth) ?? 1)
