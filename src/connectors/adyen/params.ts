import type { PaymentRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentRequest.js'
import type { PaymentCaptureRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentCaptureRequest.js'
import type { AuthorizeRequest } from '../acquirer.ts'
import type { BrowserData } from '../browser-data.ts'
import { present } from '../../domain/present.ts'

/** The types of Adyen's own library, with plain words where it has enumerations. */
type Words<T> = T extends string
  ? `${T}`
  : T extends Date
    ? T
    : T extends object
      ? { [K in keyof T]: Words<T[K]> }
      : T

export type Amount = PaymentCaptureRequest['amount']
type PaymentParams = Words<PaymentRequest>

/** A charge; where Adyen is to ask the cardholder, by its own page. */
export function paymentParams(
  merchantAccount: string,
  request: AuthorizeRequest,
  amount: Amount,
): PaymentParams {
  const { reference, kind, merchant, card, cardholder } = request
  return {
    merchantAccount,
    amount,
    reference,
    paymentMethod: {
      type: 'scheme',
      number: card.number,
      expiryMonth: card.expDate.slice(4),
      expiryYear: card.expDate.slice(0, 4),
      ...present({ cvc: card.cvv, holderName: cardholder?.payer?.name }),
    },
    returnUrl: cardholder?.returnUrl ?? NO_RETURN,
    channel: 'Web',
    // Without it the account's own setting would rule.
    ...(kind !== 'PREAUTH' && { captureDelayHours: 0 }),
    additionalData: additionalOf(request),
    shopperStatement: merchant.name.slice(0, 22),
    metadata: { merchant: merchant.merchantId.slice(0, 80) },
    ...interactionOf(request),
    ...cardholderParams(cardholder),
    ...proofParams(request),
  }
}

/** Nobody comes back from a charge whose payer is never sent away; the member is mandatory. */
const NO_RETURN = 'https://return.invalid/'

function additionalOf({ kind, networkTransactionId, exemption }: AuthorizeRequest) {
  return {
    ...(kind === 'PREAUTH' && { manualCapture: 'true', authorisationType: 'PreAuth' }),
    ...present({
      networkTxReference: networkTransactionId,
      scaExemption: exemption && exemptions[exemption],
    }),
  }
}

const exemptions: Readonly<Partial<Record<string, string>>> = {
  LOW_VALUE: 'lowValue',
  TRANSACTION_RISK: 'transactionRiskAnalysis',
}

/** Who is there: the payer, a merchant with the payer's agreement, or a voice on the telephone. */
function interactionOf({ initiator, recurring, moto }: AuthorizeRequest) {
  return {
    shopperInteraction: moto
      ? ('Moto' as const)
      : initiator === 'MERCHANT'
        ? ('ContAuth' as const)
        : ('Ecommerce' as const),
    ...(recurring && { recurringProcessingModel: 'UnscheduledCardOnFile' as const }),
  }
}

/** The redirect needs no script of Adyen's; without anybody to ask it is not tried. */
function cardholderParams(cardholder: AuthorizeRequest['cardholder']): Partial<PaymentParams> {
  if (!cardholder) return { authenticationData: { attemptAuthentication: 'never' } }
  const { ask, browser, email, payer, returnUrl } = cardholder
  const { street, city, postal, country } = payer?.billing ?? {}
  return {
    authenticationData: {
      ...(ask === 'always' && { attemptAuthentication: 'always' as const }),
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    },
    origin: new URL(returnUrl).origin,
    browserInfo: browserOf(browser),
    redirectToIssuerMethod: 'GET',
    redirectFromIssuerMethod: 'GET',
    ...present({ shopperIP: browser.ip, shopperEmail: email, telephoneNumber: payer?.phone }),
    ...(street &&
      city &&
      postal &&
      country && {
        billingAddress: { street, houseNumberOrName: '-', city, postalCode: postal, country },
      }),
  }
}

const browserOf = (browser: BrowserData) => ({
  acceptHeader: browser.acceptHeader ?? '*/*',
  colorDepth: Number(browser.colorDepth ?? 24),
  javaEnabled: String(browser.javaEnabled) === 'true',
  javaScriptEnabled: String(browser.javascriptEnabled) === 'true',
  language: browser.language ?? 'en',
  screenHeight: Number(browser.screenHeight ?? 0),
  screenWidth: Number(browser.screenWidth ?? 0),
  timeZoneOffset: Number(browser.timezone ?? 0),
  userAgent: browser.userAgent ?? '',
})

/** The proof of a 3-D Secure that was run elsewhere. */
function proofParams({ authentication }: AuthorizeRequest): Partial<PaymentParams> {
  const { cavv, dsTransId, version, eci, transStatus, aresStatus } = authentication ?? {}
  if (cavv === undefined || dsTransId === undefined) return {}
  return {
    mpiData: {
      cavv,
      dsTransID: dsTransId,
      authenticationResponse: transStatus === 'A' ? 'A' : 'Y',
      directoryResponse: directoryWords.find((word) => word === aresStatus) ?? 'Y',
      ...present({ eci, threeDSVersion: version }),
    },
  }
}

const directoryWords = ['A', 'C', 'D', 'I', 'N', 'R', 'U', 'Y'] as const
