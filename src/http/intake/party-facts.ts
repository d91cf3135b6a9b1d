import type { Party } from '../../contract/party.ts'
import type { MerchantFacts } from '../../domain/actor/merchant-facts.ts'
import { present } from '../../domain/present.ts'

/**
 * What a request says of its merchant. Addresses, terminal and place of this one payment win over
 * those on file; numbers by which others know the merchant count only where none is on file; name
 * and category are the operator's word alone.
 */
export function partyFacts(facts: MerchantFacts, party: Party): MerchantFacts {
  const { url, redirectURL, acsNotificationURL, terminalId, location } = party
  const { taxId, amexMerchantId, organizationId } = party
  return {
    ...present({ taxId, amexMerchantId, organizationId }),
    ...facts,
    ...present({ url, redirectUrl: redirectURL, acsNotificationUrl: acsNotificationURL }),
    ...present({ terminalId, location: location && present(location) }),
  }
}
