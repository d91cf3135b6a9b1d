import { z } from 'zod'

const Word = z.string().max(200)
const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/** The payer's browser is sent there: `javascript:` and the like must not pass. */
const WebUrl = z.url({ protocol: /^https?$/ }).max(2048)

const OutcomeDetails = z.object({
  cryptogram: maybe(z.string().min(1).max(100)),
  eci: maybe(z.string().regex(/^\d{1,2}$/)),
  ds_transaction_id: maybe(Word),
  protocol_version: maybe(z.string().regex(/^\d+\.\d+\.\d+$/)),
})

export const Authentication = z.object({
  id: z.string().regex(/^tdsa_\w{1,90}$/),
  status: Word,
  outcome: maybe(Word),
  fingerprinting_url: maybe(WebUrl),
  challenge_url: maybe(WebUrl),
  directory_server: maybe(Word),
  outcome_details: maybe(OutcomeDetails),
  metadata: z.record(z.string(), z.string()).nullish(),
})
export type Authentication = z.infer<typeof Authentication>

/** An answer about another authentication is no answer to us. */
export const authenticationFor = (reference: string) =>
  Authentication.refine(({ metadata }) => metadata?.['reference'] === reference)

export const sameAuthentication = (id: string) => Authentication.refine((found) => found.id === id)
