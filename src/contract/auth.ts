import { z } from 'zod'
import { channels } from '../domain/actor/channel.ts'
import { body } from './body.ts'
import { Email, oneOf, optional, text } from './fields.ts'

const resources = ['PAYMENT', 'TOKENIZER', 'UNIVERSAL'] as const

const Resource = oneOf(
  resources,
  'What the token is for; PAYMENT when absent. UNIVERSAL lives 24 hours, the others 10 minutes',
)
const Channel = oneOf(channels, 'Where the payer is; needed for PAYMENT and TOKENIZER')

const Credentials = z
  .object({
    resource: optional(Resource),
    channel: optional(Channel),
    secret: text(256, "The merchant's secret, or the agent's when `agent` is given"),
    merchant: z.object({ merchantId: text(64, 'MID of the merchant') }),
    agent: optional(
      z.object({
        merchantId: optional(text(64, 'MID of the intermediary; it needs an agreement')),
      }),
    ),
    customer: optional(z.object({ email: optional(Email) })),
  })
  .refine(({ resource, channel }) => resource === 'UNIVERSAL' || channel !== undefined, {
    path: ['channel'],
    error: 'is needed for PAYMENT and TOKENIZER',
  })
  .meta({ id: 'AuthRequest' })

export const AuthRequest = body(Credentials)

export const AuthAnswer = z
  .object({
    access_token: z.string().describe('A JWT, to be sent as `Authorization: Bearer`'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    resource: z.enum(resources),
    channel: optional(z.enum(channels)),
  })
  .meta({ id: 'AuthAnswer' })
