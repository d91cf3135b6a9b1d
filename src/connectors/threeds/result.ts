import { z } from 'zod'
import type { AuthenticationResult } from '../threeds.ts'
import { Authenticated, verdictOf } from './mapping.ts'
import { present } from '../../domain/present.ts'

/** Reads an RReq, after its signature was checked; undefined when it is not one. */
export function parseResult(json: unknown): AuthenticationResult | undefined {
  const parsed = Rreq.safeParse(json)
  return parsed.success ? resultOf(parsed.data) : undefined
}

/** The RRes that tells the 3-D Secure server to stop repeating its RReq. */
export const resultAcknowledged = (result: AuthenticationResult) => ({
  messageType: 'RRes',
  messageVersion: result.messageVersion,
  threeDSServerTransID: result.threeDSServerTransID,
  acsTransID: result.acsTransID,
  dsTransID: result.dsTransID,
  resultsStatus: '01',
})

export function resultOf(fields: ResultFields): AuthenticationResult {
  const { threeDSServerTransID, acsTransID, dsTransID, messageVersion, challengeCancel } = fields
  return {
    threeDSServerTransID,
    acsTransID,
    dsTransID,
    messageVersion,
    ...present({ challengeCancel }),
    outcome: verdictOf(fields),
  }
}

export const ResultFields = Authenticated.extend({
  // A challenge is over when its results come: C would be a message about nothing.
  transStatus: z.string().regex(/^[ABD-Z]$/),
  challengeCancel: z.exactOptional(z.string().max(2)),
})
type ResultFields = z.infer<typeof ResultFields>

const Rreq = ResultFields.extend({ messageType: z.literal('RReq') })
