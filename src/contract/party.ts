import { z } from 'zod'
import { Country, Id, optional, text, WebAddress } from './fields.ts'

export const Location = z.object({
  street: optional(text(255, 'Street and number')),
  postal: optional(text(32, 'Postal code')),
  state: optional(text(64, 'State or province')),
  city: optional(text(128, 'City')),
  country: optional(Country),
  countryOfOrigin: optional(Country),
})

/** A merchant or an agent as requests name it; which of it counts is told in the contract. */
export const Party = z
  .object({
    merchantId: Id.describe('MID'),
    merchantName: optional(text(128, 'Name')),
    name: optional(text(128, 'Name')),
    mcc: optional(text(4, 'Merchant category code')),
    url: optional(WebAddress.describe('The shop')),
    redirectURL: optional(
      WebAddress.describe('Where the payer lands; paymentId and extOrderId are appended'),
    ),
    terminalId: optional(text(64, 'Terminal')),
    location: optional(Location),
    taxId: optional(text(64, 'Tax number')),
    acsNotificationURL: optional(
      WebAddress.describe('Where the ACS sends the browser after a challenge, instead of to us'),
    ),
    amexMerchantId: optional(text(64, 'Merchant number at American Express')),
    dpaId: optional(text(128, 'Digital payment application of Click to Pay')),
    organizationId: optional(text(64, 'Organization')),
  })
  .meta({ id: 'Party' })
export type Party = z.infer<typeof Party>
