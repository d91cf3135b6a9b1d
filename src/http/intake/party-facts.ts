import type { Party } from '../../contract/party.ts'
import type { MerchantFacts } from '../../domain/actor/merchant-facts.ts'
import { present } from '../../domain/present.ts'

/** Of this one payment: what the request says wins over what is on file. */
const ofThePayment = [
  'url',
  'redirectUrl',
  'acsNotificationUrl',
  'terminalId',
  'location',
] as const satisfies (keyof MerchantFacts)[]

/** Numbers by which others know the merchant count only where none is on file. */
const ofTheMerchant = [
  'taxId',
  'amexMerchantId',
  'organizationId',
] as const satisfies (keyof MerchantFacts)[]

type Said = Partial<
  Pick<MerchantFacts, (typeof ofThePayment)[number] | (typeof ofTheMerchant)[number]>
>

/** What a request says of its merchant; name and category are the operator's word alone. */
export const partyFacts = (facts: MerchantFacts, party: Party): MerchantFacts =>
  withSaid(facts, {
    ...party,
    redirectUrl: party.redirectURL,
    acsNotificationUrl: party.acsNotificationURL,
    location: party.location && present(party.location),
  } as Said)

/** The same when an earlier payment remembers what its request said. */
export const withSaid = (facts: MerchantFacts, said: Said): MerchantFacts => ({
  ...chosen(said, ofTheMerchant),
  ...facts,
  ...chosen(said, ofThePayment),
})

const chosen = (said: Said, names: readonly (keyof Said)[]): Said =>
  present(Object.fromEntries(names.map((name) => [name, said[name]])))
