import { z } from 'zod'
import { refusals } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { optional } from './fields.ts'

const codes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]

/** The one body of every error. */
export const Problem = z
  .object({
    type: z.string().describe('urn:tollgate:error:<code>'),
    title: z.string().describe('The same for every case of the code'),
    status: z.int().describe('The HTTP status'),
    detail: z.string().describe('About this case'),
    code: z.enum(codes),
    message: z.string().describe('As detail'),
    description: z.string().describe('As detail'),
    error: z.enum(codes).describe('As code'),
    requestId: z.string().describe('As the header X-Request-Id'),
    paymentStatus: optional(z.string().describe('With 409: the status of the payment')),
    paymentId: optional(z.string().describe('With 504: the payment to look at')),
    tokenizerId: optional(z.string().describe('With 504: the tokenization to look at')),
    errors: optional(
      z
        .array(z.object({ field: z.string(), message: z.string() }))
        .describe('With 400: every field that is wrong'),
    ),
  })
  .meta({ id: 'Problem' })
