import { z } from 'zod'
import { Country, Id, optional, text, unused, WebAddress } from './fields.ts'

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
    merchantName: optional(text(128, 'Taken and not used: the name on file counts')),
    name: optional(text(128, 'Taken and not used: the name on file counts')),
    mcc: optional(text(4, 'Category code. Taken and not used: the one on file counts')),
    url: optional(WebAddress.describe('The shop')),
    redirectURL: optional(
      WebAddress.describe(
        'Where the payer lands: https, or a scheme of your appLinks; paymentId and extOrderId are appended',
      ),
    ),
    terminalId: optional(text(64, 'Terminal')),
    location: optional(Location),
    taxId: optional(text(64, 'Tax number')),
    acsNotificationURL: optional(
      WebAddress.describe('Where the ACS sends the browser after a challenge, instead of to us'),
    ),
    amexMerchantId: optional(text(64, 'Merchant number at American Express')),
    dpaId: optional(
      text(128, 'Of Click to Pay. Taken and not used: the one on file counts, in our answers too'),
    ),
    organizationId: optional(text(64, 'Organization')),
  })
  .meta({ id: 'Party' })
export type Party = z.infer<typeof Party>

const { merchantId: _, ...ofParties } = Party.shape

/** An intermediary as requests name it: everything else about it is on file. */
export const Agent = z
  .object({
    merchantId: optional(Id.describe('MID; it needs an agreement with the merchant')),
    ...unused(ofParties, 'Taken and not used: what is on file of the agent counts'),
  })
  .meta({ id: 'Agent' })
