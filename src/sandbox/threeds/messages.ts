import type { Authentication } from './authentications.ts'

/** ARes: what the gateway learns at once. */
export function authenticationResponse(authentication: Authentication) {
  const { transStatus, app } = authentication
  return {
    messageType: 'ARes',
    ...ids(authentication),
    acsReferenceNumber: 'TOLLGATE-SANDBOX-ACS',
    dsReferenceNumber: 'TOLLGATE-SANDBOX-DS',
    transStatus,
    ...reasonOf(transStatus),
    ...proofOf(authentication, transStatus),
    ...(transStatus === 'C' && { ...wayToAcs(authentication), acsChallengeMandated: 'Y' }),
    ...(app && { sdkTransID: app.sdkTransID }),
  }
}

/** A browser is sent there; an app learns it, and whose key to use, from what the directory signed. */
const wayToAcs = ({ acsURL, app }: Authentication) =>
  app
    ? {
        acsSignedContent: app.acsSignedContent,
        acsRenderingType: { acsInterface: '01', acsUiTemplate: '01' },
      }
    : { acsURL }

/** RReq: what came out, by message or when asked. */
export function resultsRequest(authentication: Authentication) {
  const { messageCategory, result } = authentication
  const transStatus = result?.transStatus ?? authentication.transStatus
  return {
    messageType: 'RReq',
    ...ids(authentication),
    messageCategory,
    transStatus,
    ...reasonOf(transStatus),
    ...proofOf(authentication, transStatus),
    ...(result?.challengeCancel && { challengeCancel: result.challengeCancel }),
    interactionCounter: result ? '01' : '00',
  }
}

/** CRes, as the browser carries it: base64url of the JSON, unpadded. */
export function challengeResponse({ result, ...authentication }: Authentication): string {
  const { threeDSServerTransID, acsTransID, messageVersion } = authentication
  const message = {
    messageType: 'CRes',
    messageVersion,
    threeDSServerTransID,
    acsTransID,
    challengeCompletionInd: 'Y',
    transStatus: result?.transStatus ?? 'N',
  }
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

function ids(authentication: Authentication) {
  const { messageVersion, threeDSServerTransID, acsTransID, dsTransID } = authentication
  return { messageVersion, threeDSServerTransID, acsTransID, dsTransID }
}

/** 01 card authentication failed, 11 suspected fraud, 22 technical trouble at the ACS. */
const reasons: Record<string, string> = { N: '01', R: '11', U: '22' }

function reasonOf(transStatus: string) {
  const transStatusReason = reasons[transStatus]
  return transStatusReason ? { transStatusReason } : {}
}

function proofOf({ eci, cavv }: Authentication, transStatus: string) {
  return transStatus === 'Y' || transStatus === 'A' ? { eci, authenticationValue: cavv } : {}
}
