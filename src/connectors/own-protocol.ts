import { z } from 'zod'
import { timeoutMs } from './timeout.ts'

/** The account of a provider that speaks our own protocol (docs/providers.md): an address and keys. */
export const ownSettings = z.object({
  url: z.url({ protocol: /^https?$/ }).meta({ description: 'Where the provider is' }),
  timeoutMs,
})

export const ownCredential = z.object({
  key: z.string().min(1).meta({ description: 'The bearer key of our calls' }),
})

/** Of a provider that also speaks by itself. */
export const ownCredentialWithWebhook = ownCredential.extend({
  webhookKey: z.string().min(1).meta({ description: 'The key that signs its messages' }),
})

/** A name that no operation has: asking for it says whether the key is taken. */
export const NOBODY = 'probe'
