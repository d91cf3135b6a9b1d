import type { Challenge } from '../authentication.ts'
import { present } from '../../present.ts'

/**
 * What the payer's browser, or the SDK of an app, needs for a challenge. An app makes its own CReq,
 * encrypted for the ACS that the signed content names.
 */
export function challengeData(challenge: Challenge) {
  const isForBrowser = challenge.acsUrl !== undefined
  return present({
    tdsServerTxnId: challenge.serverTransId,
    acsTxnId: challenge.acsTransId,
    acsRefNumber: challenge.acsReferenceNumber,
    acsSignedContent: challenge.acsSignedContent,
    acsURL: challenge.acsUrl,
    redirectURL: challenge.pageUrl,
    challengeWindowSize: isForBrowser ? FULL_SCREEN : undefined,
    messageType: challenge.pageUrl === undefined ? ('CReq' as const) : undefined,
    messageVersion: challenge.version,
    creqPayload: isForBrowser ? creqPayload(challenge) : undefined,
    acsStartProtocol: challenge.ranges?.['acsStartProtocol'],
    acsEndProtocol: challenge.ranges?.['acsEndProtocol'],
    dsStartProtocol: challenge.ranges?.['dsStartProtocol'],
    dsEndProtocol: challenge.ranges?.['dsEndProtocol'],
  })
}

const FULL_SCREEN = '05'

/** The CReq in base64url without padding, as the browser posts it. */
function creqPayload({ version, serverTransId, acsTransId }: Challenge): string {
  const creq = {
    messageType: 'CReq',
    messageVersion: version,
    threeDSServerTransID: serverTransId,
    acsTransID: acsTransId,
    challengeWindowSize: FULL_SCREEN,
  }
  return btoa(JSON.stringify(creq))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '')
}
