import type { Organization, PageWallet } from '../../domain/instrument.ts'
import { organizations } from '../../domain/instrument.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { decimal, toMajor } from '../../domain/money.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { present } from '../../domain/present.ts'
import type { Uses } from '../../http/for-checkout.ts'
import { clickToPayOf, clickToPaySystems } from '../../http/for-checkout.ts'
import { walletScript } from './wallet-scripts.ts'

/** Where a wallet's script is, and what it is asked for. */
export interface AskedWallet {
  src: string
  order: object
}

/** A wallet is asked in its own words, with the identifiers of installation and merchant. */
export function askWallet(wallet: PageWallet, purchase: Purchase): AskedWallet {
  const { src } = walletScript(wallet, purchase.services.config.environment)
  const { order, query } = wishes[wallet](purchase)
  return { src: query ? `${src}?${new URLSearchParams(query).toString()}` : src, order }
}

interface Purchase {
  services: Uses<'config'>
  merchant: Merchant
  payment: Pick<Payment, 'order'>
  /** Of the payment that the answer is for. */
  paymentId: string
  /** What the payer reads the page in. */
  language: string
}

/** What a wallet is asked for, and what its script already wants to know when it is fetched. */
interface Wish {
  order: object
  query?: Record<string, string>
}

type MakeOrder = (purchase: Purchase) => object

const googleOrder: MakeOrder = ({ services: { config }, merchant, payment: { order } }) => ({
  environment: config.environment === 'production' ? 'PRODUCTION' : 'TEST',
  request: {
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: present({
      merchantId: merchant.settings.googlePayMerchantId,
      merchantName: merchant.name,
    }),
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: networksOf(merchant, googleNetworks),
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: {
            gateway: config.wallets.googleGateway ?? 'tollgate',
            gatewayMerchantId: merchant.merchantId,
          },
        },
      },
    ],
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice: decimal(order.amountMinor, order.currency),
      currencyCode: order.currency,
      countryCode: merchant.country,
    },
  },
})

const appleOrder: MakeOrder = ({ merchant, payment: { order } }) => ({
  countryCode: merchant.country,
  currencyCode: order.currency,
  merchantCapabilities: ['supports3DS'],
  supportedNetworks: networksOf(merchant, appleNetworks),
  total: { label: merchant.name, amount: decimal(order.amountMinor, order.currency) },
})

function wishOfClickToPay(purchase: Purchase): Wish {
  const known = clickToPayOf(purchase.services, purchase.merchant, purchase.language)
  const { dpaId: srcDpaId, dpaTransactionOptions } = known
  return {
    order: clickToPayOrder(purchase, known),
    query: { srcDpaId, locale: dpaTransactionOptions.dpaLocale },
  }
}

function clickToPayOrder(
  { merchant, payment: { order }, paymentId }: Purchase,
  { dpaId, srcInitiatorId, dpaTransactionOptions }: ReturnType<typeof clickToPayOf>,
): object {
  return {
    srcDpaId: dpaId,
    srcInitiatorId,
    srciTransactionId: paymentId,
    dpaData: { dpaName: merchant.name },
    dpaTransactionOptions: {
      ...dpaTransactionOptions,
      dpaShippingPreference: 'NONE',
      merchantOrderId: paymentId,
      transactionAmount: {
        transactionAmount: toMajor(order.amountMinor, order.currency),
        transactionCurrencyCode: order.currency,
      },
      paymentOptions: [{ dynamicDataType: 'CARD_APPLICATION_CRYPTOGRAM_SHORT_FORM' }],
    },
    cardBrands: networksOf(merchant, clickToPayBrands),
    checkoutExperience: 'WITHIN_CHECKOUT',
  }
}

const wishes: Record<PageWallet, (purchase: Purchase) => Wish> = {
  GPAY: (purchase) => ({ order: googleOrder(purchase) }),
  APAY: (purchase) => ({ order: appleOrder(purchase) }),
  C2P: wishOfClickToPay,
}

type Networks = Partial<Record<Organization, string>>

const googleNetworks: Networks = {
  VISA: 'VISA',
  MASTERCARD: 'MASTERCARD',
  AMEX: 'AMEX',
  DISCOVER: 'DISCOVER',
  JCB: 'JCB',
}
const appleNetworks: Networks = {
  VISA: 'visa',
  MASTERCARD: 'masterCard',
  MAESTRO: 'maestro',
  AMEX: 'amex',
  DISCOVER: 'discover',
  JCB: 'jcb',
  UNIONPAY: 'chinaUnionPay',
}

const clickToPayBrands: Networks = Object.fromEntries(
  clickToPaySystems.map((system) => [system, system.toLowerCase()]),
)

/** Those that the merchant accepts, as far as the wallet has them. */
const networksOf = ({ settings }: Merchant, named: Networks): string[] =>
  (settings.organizations ?? organizations).flatMap((one) => named[one] ?? [])
