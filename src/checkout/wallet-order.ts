import type { Organization, PageWallet } from '../domain/instrument.ts'
import { organizations } from '../domain/instrument.ts'
import type { Merchant } from '../domain/merchant.ts'
import { decimal } from '../domain/money.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { present } from '../domain/present.ts'
import type { Services } from '../http/for-checkout.ts'

/** What a wallet is asked for: its own words, with the identifiers of installation and merchant. */
export const walletOrder = (
  wallet: PageWallet,
  services: Pick<Services, 'config'>,
  merchant: Merchant,
  payment: Payment,
): object => orders[wallet](services, merchant, payment)

type MakeOrder = (
  services: Pick<Services, 'config'>,
  merchant: Merchant,
  payment: Payment,
) => object

const googleOrder: MakeOrder = ({ config }, merchant, { order }) => ({
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

const appleOrder: MakeOrder = (_services, merchant, { order }) => ({
  countryCode: merchant.country,
  currencyCode: order.currency,
  merchantCapabilities: ['supports3DS'],
  supportedNetworks: networksOf(merchant, appleNetworks),
  total: { label: merchant.name, amount: decimal(order.amountMinor, order.currency) },
})

const orders: Record<PageWallet, MakeOrder> = { GPAY: googleOrder, APAY: appleOrder }

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

/** Those that the merchant accepts, as far as the wallet has them. */
const networksOf = ({ settings }: Merchant, named: Networks): string[] =>
  (settings.organizations ?? organizations).flatMap((one) => named[one] ?? [])
