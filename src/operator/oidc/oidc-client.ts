import * as oidc from 'openid-client'
import type { Identity, Operator, OperatorRole } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import type { OidcSettings } from './oidc-settings.ts'

const TIMEOUT_S = 5
const CLOCK_TOLERANCE_S = 30
export const BACK = '/sign-in/oidc/back'

/** What the browser keeps between leaving and coming back. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  next: string
}

/** Authorization code with PKCE, as a client of the operators' own provider. */
export function createOidcClient(settings: OidcSettings) {
  let known: Promise<oidc.Configuration> | undefined
  const provider = () => (known ??= discover(settings).catch(forget))
  // A provider that was away is asked again by the next one who signs in.
  const forget = (error: unknown): never => {
    known = undefined
    throw error
  }

  return {
    /** Where the browser goes, and what it needs to come back with. */
    leave: async (next: string): Promise<{ url: string; attempt: Attempt }> => {
      const verifier = oidc.randomPKCECodeVerifier()
      const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier, next }
      const url = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: new URL(BACK, settings.url).href,
        scope: settings.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    /** Who came back to this path of ours; throws when anything does not fit. */
    comeBack: async (path: string, attempt: Attempt): Promise<Operator & Identity> => {
      const answer = await oidc.authorizationCodeGrant(
        await provider(),
        new URL(path, settings.url),
        {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
        },
      )
      const claims = answer.claims()
      if (!claims) throw new Error('the provider says nothing of who it was')
      requireAudience(claims, settings)
      const { issuer } = settings
      return { ...operatorIn(claims, settings), issuer, subject: subjectIn(claims) }
    },
  }
}

export type OidcClient = ReturnType<typeof createOidcClient>

/** An issuer by http is one of this machine: settings refuse it in production. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out
const inTheOpen = oidc.allowInsecureRequests

async function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const isOpen = settings.issuer.startsWith('http:')
  const config = await oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
    settings.clientSecret === undefined
      ? oidc.None()
      : oidc.ClientSecretPost(settings.clientSecret),
    {
      timeout: TIMEOUT_S,
      // By default a token that came over TLS is believed; here its signature counts too.
      execute: [oidc.enableNonRepudiationChecks, ...(isOpen ? [inTheOpen] : [])],
    },
  )
  if (!isOpen) requireHttps(config.serverMetadata())
  return config
}

/**
 * Secret, code and keys never travel in the open because of what a provider says of itself: the
 * library refuses to ask an address that is not https, and no browser is sent to one.
 *
 * @internal
 */
export function requireHttps(found: Partial<oidc.ServerMetadata>): void {
  const { authorization_endpoint, token_endpoint, jwks_uri } = found
  for (const url of [authorization_endpoint, token_endpoint, jwks_uri])
    if (url?.startsWith('https:') !== true)
      throw new Error(`the provider names ${String(url)}, which is not https`)
}

/** A token is always for the client; where the settings name somebody else, for them too. */
function requireAudience({ aud }: oidc.IDToken, { audience }: OidcSettings): void {
  if (audience === undefined || [aud].flat().includes(audience)) return
  throw new Error(`the token is not for ${audience}`)
}

function operatorIn(claims: oidc.IDToken, settings: OidcSettings): Operator {
  const name = claims[settings.nameClaim]
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9._@-]{0,63}$/.test(name.toLowerCase()))
    throw new Error(`no ${settings.nameClaim} that can be a name`)
  if (settings.nameClaim === 'email' && claims.email_verified !== true)
    throw new Error('the e-mail address is not verified')
  const role = [claims[settings.roleClaim]]
    .flat()
    .filter((value) => typeof value === 'string')
    .filter((value) => Object.hasOwn(settings.roles, value))
    .map((value) => settings.roles[value])
    .reduce<OperatorRole | undefined>(
      (best, one) => (one && (!best || mayAs(one, best)) ? one : best),
      undefined,
    )
  if (!role) throw new Error(`nothing in ${settings.roleClaim} is a role here`)
  return { name: name.toLowerCase(), role }
}

/** Who they are there, whatever they are called. */
function subjectIn({ sub }: oidc.IDToken): string {
  if (sub !== '' && sub.length <= 255) return sub
  throw new Error('no subject')
}
