import { z } from 'zod'

export const Received = z
  .object({ received: z.literal(true).describe('The message is durable; do not repeat it') })
  .meta({ id: 'Received' })

/** RRes of EMV 3-D Secure. */
export const AuthenticationResultAnswer = z
  .object({
    messageType: z.literal('RRes'),
    messageVersion: z.string(),
    threeDSServerTransID: z.string(),
    acsTransID: z.string(),
    dsTransID: z.string(),
    resultsStatus: z.string(),
  })
  .meta({ id: 'AuthenticationResultAnswer' })
