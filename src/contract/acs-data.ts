import { z } from 'zod'
import { optional } from './fields.ts'

/** What the payer's browser or SDK needs for a 3-D Secure challenge. */
export const AcsData = z
  .object({
    tdsServerTxnId: z.string().describe('threeDSServerTransID'),
    acsTxnId: z.string().describe('acsTransID'),
    acsRefNumber: optional(z.string().describe('acsReferenceNumber')),
    acsSignedContent: optional(z.string().describe('For an app flow')),
    acsURL: z.string().describe('Where the browser posts creq'),
    challengeWindowSize: z.string().describe('05 is full screen'),
    messageType: z.literal('CReq'),
    messageVersion: z.string(),
    creqPayload: z.string().describe('The base64url text to post as creq'),
    acsStartProtocol: optional(z.string()),
    acsEndProtocol: optional(z.string()),
    dsStartProtocol: optional(z.string()),
    dsEndProtocol: optional(z.string()),
  })
  .meta({ id: 'AcsData' })
