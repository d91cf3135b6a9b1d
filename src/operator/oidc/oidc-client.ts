import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { Identity, Operator, OperatorRole } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { present } from '../../domain/present.ts'

const TIMEOUT_MS = 5_000
const CLOCK_TOLERANCE_S = 30
/** A token is signed by a key of the provider's; one that anybody can make is none. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const Description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

/** What the browser keeps between leaving and coming back. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  next: string
}

/** Authorization code with PKCE, as a client of the operators' own provider. */
export function createOidcClient(settings: OidcSettings) {
  const { issuer, clientId } = settings
  const redirectUri = new URL('/sign-in/oidc/back', settings.url).href
  let known: Promise<Provider> | undefined
  const provider = () => (known ??= describe(issuer).catch(forget))
  // A provider that was away is asked again by the next one who signs in.
  const forget = (error: unknown): never => {
    known = undefined
    throw error
  }

  return {
    /** Where the browser goes, and what it needs to come back with. */
    leave: async (next: string): Promise<{ url: string; attempt: Attempt }> => {
      const { authorizationEndpoint } = await provider()
      const attempt = { state: secret(), nonce: secret(), verifier: secret(), next }
      const url = new URL(authorizationEndpoint)
      url.search = new URLSearchParams({
        ...Object.fromEntries(url.searchParams),
        ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri },
        ...{ scope: settings.scope, state: attempt.state, nonce: attempt.nonce },
        code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return { url: url.href, attempt }
    },

    /** Who came back; throws when anything does not fit. */
    comeBack: async (code: string, { verifier, nonce }: Attempt): Promise<Operator & Identity> => {
      const { tokenEndpoint, keys } = await provider()
      const idToken = await exchange(tokenEndpoint, code, verifier)
      const { payload } = await jwtVerify(idToken, keys, {
        ...{ issuer, audience: settings.audience ?? clientId, algorithms: ALGORITHMS },
        ...{ clockTolerance: CLOCK_TOLERANCE_S, requiredClaims: ['exp', 'iat', 'sub', 'nonce'] },
      })
      if (payload.nonce !== nonce) throw new Error('the token answers another sign-in')
      if (payload.azp !== undefined && payload.azp !== clientId)
        throw new Error('the token is for another client')
      return { ...operatorIn(payload, settings), issuer, subject: subjectIn(payload) }
    },
  }

  async function exchange(endpoint: string, code: string, verifier: string): Promise<string> {
    const response = await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
        ...{ client_id: clientId, code_verifier: verifier },
        ...present({ client_secret: settings.clientSecret }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the provider answered ${String(response.status)}`)
    return z.object({ id_token: z.string() }).parse(await response.json()).id_token
  }
}

export type OidcClient = ReturnType<typeof createOidcClient>

interface Provider {
  authorizationEndpoint: string
  tokenEndpoint: string
  keys: ReturnType<typeof createRemoteJWKSet>
}

async function describe(issuer: string): Promise<Provider> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    ...{ redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
  })
  const found = readDescription(issuer, await response.json())
  return {
    authorizationEndpoint: found.authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: TIMEOUT_MS }),
  }
}

/**
 * What the provider says of itself. Secret, code and keys never travel in the open because of it: an
 * issuer by https has everything by https.
 *
 * @internal
 */
export function readDescription(issuer: string, said: unknown): z.output<typeof Description> {
  const found = Description.parse(said)
  if (found.issuer !== issuer) throw new Error(`the provider calls itself ${found.issuer}`)
  const open = Object.values(found).find((url) => !url.startsWith('https:'))
  if (issuer.startsWith('https:') && open !== undefined)
    throw new Error(`the provider names ${open}, which is not https`)
  return found
}

function operatorIn(claims: JWTPayload, settings: OidcSettings): Operator {
  const name = claims[settings.nameClaim]
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9._@-]{0,63}$/.test(name.toLowerCase()))
    throw new Error(`no ${settings.nameClaim} that can be a name`)
  if (settings.nameClaim === 'email' && claims.email_verified !== true)
    throw new Error('the e-mail address is not verified')
  const role = [claims[settings.roleClaim]]
    .flat()
    .flatMap((value) => (Object.hasOwn(settings.roles, String(value)) ? [String(value)] : []))
    .map((value) => settings.roles[value])
    .reduce<OperatorRole | undefined>(
      (best, one) => (one && (!best || mayAs(one, best)) ? one : best),
      undefined,
    )
  if (!role) throw new Error(`nothing in ${settings.roleClaim} is a role here`)
  return { name: name.toLowerCase(), role }
}

/** Who they are there, whatever they are called. */
function subjectIn({ sub }: JWTPayload): string {
  if (sub !== undefined && sub !== '' && sub.length <= 255) return sub
  throw new Error('no subject')
}

const secret = (): string => randomBytes(32).toString('base64url')
