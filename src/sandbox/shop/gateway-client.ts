import type { Seller } from '../settings.ts'

export type Answer = Record<string, unknown>

/** What the gateway refused, in its own words. */
export class GatewayRefusal extends Error {}

/** The shop's server: it signs in with its secret and calls the public API like any merchant. */
export interface GatewayClient {
  merchantId: string
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>
  list(path: string): Promise<Answer[]>
}

const timeoutMs = 20_000

export function createGatewayClient(
  gatewayUrl: string,
  { merchantId, secret }: Seller,
): GatewayClient {
  let token: { value: string; until: number } | undefined

  async function send(method: string, path: string, body: unknown, headers: object) {
    const answer = await fetch(`${gatewayUrl}/v1/ecommerce${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const content = (await answer.json()) as Answer
    if (!answer.ok) throw new GatewayRefusal(`${String(content.code)}: ${String(content.detail)}`)
    return content
  }

  async function bearer(): Promise<string> {
    if (token && token.until > Date.now()) return token.value
    const wish = { resource: 'PAYMENT', channel: 'PAYWALL', secret, merchant: { merchantId } }
    const { access_token: value, expires_in: seconds } = await send('POST', '/auth', wish, {})
    token = { value: String(value), until: Date.now() + (Number(seconds) - 60) * 1000 }
    return token.value
  }

  const call: GatewayClient['call'] = async (method, path, body) =>
    send(method, path, body, { authorization: `Bearer ${await bearer()}` })
  return {
    merchantId,
    call,
    list: async (path) => (await call('GET', path)) as unknown as Answer[],
  }
}
