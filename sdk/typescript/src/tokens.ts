import { errorOf } from './errors.ts'

/** What requests are signed in with. */
export interface Tokens {
  bearer(): Promise<string>
  /** It was refused: the next one is fetched anew. False when there is no other. */
  renew(): boolean
}

export interface Credentials {
  merchantId: string
  secret: string
  /** When an agent acts for the merchant: its MID; the secret is the agent's then. */
  agentId?: string
}

/** An API key is a bearer as it stands. */
export const keyAsTokens = (apiKey: string): Tokens => ({
  bearer: () => Promise.resolve(apiKey),
  renew: () => false,
})

const EARLIER_MS = 30_000

/** Fetched when it is needed, once for everybody who waits, and again shortly before it ends. */
export function createTokens(
  send: (path: string, init: RequestInit) => Promise<Response>,
  { merchantId, secret, agentId }: Credentials,
  now = Date.now,
): Tokens {
  let kept: { until: number; token: Promise<string> } | undefined

  const fetchToken = async (): Promise<string> => {
    const body = JSON.stringify({
      resource: 'UNIVERSAL',
      secret,
      merchant: { merchantId },
      ...(agentId !== undefined && { agent: { merchantId: agentId } }),
    })
    const headers = { 'content-type': 'application/json' }
    const response = await send('/auth', { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) throw errorOf(response.status, text)
    const answer = JSON.parse(text) as { access_token: string; expires_in: number }
    if (kept) kept.until = now() + answer.expires_in * 1_000 - EARLIER_MS
    return answer.access_token
  }

  return {
    bearer: () => {
      if (kept && kept.until > now()) return kept.token
      const token = fetchToken()
      kept = { until: Infinity, token }
      token.catch(() => {
        kept = undefined
      })
      return token
    },
    renew: () => {
      kept = undefined
      return true
    },
  }
}
