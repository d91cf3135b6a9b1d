import { z } from 'zod'
import { present } from '../domain/present.ts'
import { organizations } from '../domain/instrument.ts'
import type { Organization } from '../domain/instrument.ts'

/** The acquirer that will authorise, as the directory servers know it; a wrong one loses the shift of liability. */
const Acquirer = z.object({
  bin: z.string().regex(/^\d{6,11}$/),
  merchantId: z.string().min(1).max(35),
  country: z.string().regex(/^[A-Z]{2}$/),
})

const RequestorId = z.string().min(1).max(35)

/** How a merchant is enrolled: one acquirer for every network, and what differs for some of them. */
export const requestorSettings = {
  acquirer: z
    .exactOptional(Acquirer)
    .meta({
      description:
        'The acquirer that authorises, at the directory servers: bin, merchantId, country',
    }),
  requestorId: z
    .exactOptional(RequestorId)
    .meta({ description: 'The 3-D Secure requestor id that the networks have given' }),
  schemes: z
    .exactOptional(
      z.partialRecord(
        z.enum(organizations),
        z
          .object({
            acquirer: z.exactOptional(Acquirer),
            requestorId: z.exactOptional(RequestorId),
          })
          .strict(),
      ),
    )
    .meta({ description: 'acquirer and requestorId where a network knows the merchant otherwise' }),
}

export type RequestorSettings = z.infer<z.ZodObject<typeof requestorSettings>>

export interface Requestor {
  acquirer?: z.infer<typeof Acquirer>
  requestorId?: string
}

/** Who asks, at the directory of the card's network. */
export function requestorOf(
  { acquirer, requestorId, schemes }: Partial<RequestorSettings>,
  organization: string | undefined,
): Requestor {
  const own = schemes?.[organization as Organization] ?? {}
  return { ...present({ acquirer, requestorId }), ...own }
}
