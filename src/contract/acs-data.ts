import { z } from 'zod'
import { optional } from './fields.ts'

/** What the payer's browser or SDK needs for a 3-D Secure challenge. */
export const AcsData = z
  .object({
    tdsServerTxnId: z.string().describe('threeDSServerTransID'),
    acsTxnId: z.string().describe('acsTransID'),
    acsRefNumber: optional(z.string().describe('acsReferenceNumber')),
    acsSignedContent: optional(
      z.string().describe('For the 3-D Secure SDK of an app: the ACS, signed by the directory'),
    ),
    acsURL: optional(z.string().describe('Where the browser posts creq; not for apps')),
    challengeWindowSize: optional(z.string().describe('05 is full screen; not for apps')),
    messageType: z.literal('CReq'),
    messageVersion: z.string(),
    creqPayload: optional(z.string().describe('The base64url text to post as creq; not for apps')),
    acsStartProtocol: optional(z.string()),
    acsEndProtocol: optional(z.string()),
    dsStartProtocol: optional(z.string()),
    dsEndProtocol: optional(z.string()),
  })
  .meta({ id: 'AcsData' })
