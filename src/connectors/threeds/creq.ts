export interface ChallengeRequest {
  threeDSServerTransID: string
  acsTransId: string
  version: string
  /** 01 to 05; 05 is full screen. */
  challengeWindowSize: string
}

/** The text the payer's browser posts to the ACS as `creq`: base64url without padding. */
export const creqPayload = (request: ChallengeRequest): string =>
  Buffer.from(
    JSON.stringify({
      messageType: 'CReq',
      messageVersion: request.version,
      threeDSServerTransID: request.threeDSServerTransID,
      acsTransID: request.acsTransId,
      challengeWindowSize: request.challengeWindowSize,
    }),
  ).toString('base64url')
