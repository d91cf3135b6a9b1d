import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { operatorRoles } from '../../postgres/operators.ts'

const address = z.url({ protocol: /^https?$/ })

const Settings = z.strictObject({
  /** As its tokens and its own description name it. */
  issuer: address,
  clientId: z.string().min(1),
  /** Left out by a client that the provider knows as public. */
  clientSecret: z.string().min(1).optional(),
  /** Whom tokens must be for besides the client. */
  audience: z.string().min(1).optional(),
  /** The private port as browsers reach it. */
  url: address,
  scope: z.string().default('openid email'),
  /** The claim that is the operator's name here. */
  nameClaim: z.string().min(1).default('email'),
  /** The claim whose values are looked up in `roles`; the highest that is found counts. */
  roleClaim: z.string().min(1),
  roles: z.record(z.string(), z.enum(operatorRoles)),
})

/** Who signs operators in, and what they may do here for what they are there. */
export type OidcSettings = z.output<typeof Settings>

export function readOidcSettings(
  file: string | undefined,
  { production }: { production: boolean },
): OidcSettings | undefined {
  if (file === undefined) return undefined
  const settings = Settings.parse(JSON.parse(readFileSync(file, 'utf8')))
  for (const url of [settings.issuer, settings.url])
    if (production && !url.startsWith('https:'))
      throw new Error(`${file}: ${url} must be https in production`)
  return settings
}
