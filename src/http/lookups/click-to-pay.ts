import type { Merchant } from '../../domain/merchant.ts'
import { dpaIdOf } from '../../domain/merchant.ts'
import type { Uses } from '../services.ts'

/** The two systems of Secure Remote Commerce that we are enrolled in. */
export const clickToPaySystems = ['VISA', 'MASTERCARD'] as const

/** What the systems know us and the shop by, and are to ask of its payers. */
export const clickToPayOf = (
  { config: { wallets } }: Uses<'config'>,
  merchant: Merchant,
  language = usualLanguage(merchant),
) => ({
  dpaId: dpaIdOf(merchant),
  srcInitiatorId: wallets.c2pInitiatorId ?? 'tollgate',
  dpaTransactionOptions: {
    dpaLocale: `${language}_${merchant.country}`,
    dpaBillingPreference: 'NONE',
    merchantCategoryCode: merchant.mcc,
    merchantCountryCode: merchant.country,
  },
})

/** What the systems speak with payers, when the shop's page does not say. */
const usualLanguage = ({ settings, country }: Merchant): string =>
  settings.pageLanguage ?? (country === 'PL' ? 'pl' : 'en')
