import { z } from 'zod'
import { optional } from './fields.ts'

/** What the payer's browser or SDK needs for a 3-D Secure challenge. */
export const AcsData = z
  .object({
    tdsServerTxnId: z
      .string()
      .describe('threeDSServerTransID; of an acquirer that asks the cardholder itself, the charge'),
    acsTxnId: optional(z.string().describe('acsTransID; not with redirectURL')),
    acsRefNumber: optional(z.string().describe('acsReferenceNumber')),
    acsSignedContent: optional(
      z.string().describe('For the 3-D Secure SDK of an app: the ACS, signed by the directory'),
    ),
    acsURL: optional(z.string().describe('Where the browser posts creq; not for apps')),
    redirectURL: optional(
      z
        .string()
        .describe(
          'Of a 3-D Secure server that runs the challenge itself: open it in a frame, post nothing; ' +
            'the result shows in the status',
        ),
    ),
    redirectMode: optional(
      z
        .literal('PAGE')
        .describe(
          'Of an acquirer that asks the cardholder itself: open redirectURL in the whole window; the payer comes back to your redirectURL',
        ),
    ),
    challengeWindowSize: optional(z.string().describe('05 is full screen; not for apps')),
    messageType: optional(z.literal('CReq')),
    messageVersion: optional(z.string()),
    creqPayload: optional(z.string().describe('The base64url text to post as creq; not for apps')),
    acsStartProtocol: optional(z.string()),
    acsEndProtocol: optional(z.string()),
    dsStartProtocol: optional(z.string()),
    dsEndProtocol: optional(z.string()),
  })
  .meta({ id: 'AcsData' })
