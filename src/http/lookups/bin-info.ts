import { present } from '../../domain/present.ts'
import { highestCommonVersion } from '../../domain/protocol-version.ts'
import { Refused } from '../refused.ts'
import type { ThreeDsAccount, Uses } from '../services.ts'

interface Sdk {
  sdkStartProtocol: string
  sdkEndProtocol: string
}

/** Who issued a card, and which 3-D Secure version SDK, ACS, directory and we have in common. */
export async function binInfo(
  services: Uses<'cardBook' | 'threeDsVersions'>,
  account: ThreeDsAccount,
  number: string,
  sdk: Sdk,
) {
  const facts = await services.cardBook.find(number)
  // A card that we do not support is nobody else's business either.
  if (!facts) return { threeDSSupported: false }
  const { organization, cardType, issuerCountry } = facts
  const versions = await services.threeDsVersions(account, number)
  if (versions.type === 'unavailable') throw new Refused('unavailable')
  if (versions.type === 'notEnrolled')
    return present({ organization, cardType, issuerCountry, threeDSSupported: false })
  const { type: _type, threeDSServerTransID: _id, ...ranges } = versions
  const protocolVersion = highestCommonVersion([
    { start: sdk.sdkStartProtocol, end: sdk.sdkEndProtocol },
    { start: ranges.acsStartProtocol, end: ranges.acsEndProtocol },
    { start: ranges.dsStartProtocol, end: ranges.dsEndProtocol },
  ])
  return present({
    organization,
    cardType,
    issuerCountry,
    threeDSSupported: protocolVersion !== undefined,
    protocolVersion,
    ...ranges,
  })
}
