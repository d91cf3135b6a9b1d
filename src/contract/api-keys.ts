import { z } from 'zod'
import { keyScopes } from '../domain/key-scope.ts'
import { body } from './body.ts'
import { optional, text, Time } from './fields.ts'
import { moment } from './wire/queries.ts'

const scopes = z
  .array(z.enum(keyScopes, `must be one of ${keyScopes.join(', ')}`))
  .min(1, 'must name a scope')
  .describe(
    'What it is for: `read` everything, `payments` (create, capture, cancel, store cards), ' +
      '`refunds`, `settings` (webhooks, account)',
  )
const name = text(100, 'What it is called, for yourself')
const expiresAt = moment('When it ends by itself; never when absent')

export const CreateApiKey = body(
  z.object({ name, scopes, expiresAt: optional(expiresAt) }).meta({ id: 'CreateApiKey' }),
)

const shown = {
  keyId: z.string().describe('Its id in paths and in the audit'),
  name,
  scopes,
  createdAt: Time,
  expiresAt: optional(expiresAt),
  revokedAt: optional(Time.describe('It was ended then')),
  lastUsedAt: optional(Time.describe('To the minute; absent: never')),
  heldBy: optional(
    z
      .string()
      .describe('Who holds it: a name of the portal. It can do at most what that person may'),
  ),
  usable: z
    .array(z.enum(keyScopes))
    .describe('What of its scopes it can be used for now; empty: it has ended, or its holder has'),
}

export const ApiKeyList = z
  .object({
    keys: z.array(z.object(shown).meta({ id: 'ApiKey' })).describe('Oldest first, ended ones too'),
  })
  .meta({ id: 'ApiKeyList' })

export const NewApiKey = z
  .object({
    ...shown,
    key: z.string().describe('To be sent as `Authorization: Bearer`; shown this once'),
  })
  .meta({ id: 'NewApiKey' })
