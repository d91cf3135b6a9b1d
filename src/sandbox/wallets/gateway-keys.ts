import type { JWK } from 'jose'

/** The gateway's public keys, to which wallets encrypt. */
export interface GatewayKeys {
  google: { publicKey: string }
  apple: { publicKey: string }
  c2p: JWK
}

export class GatewayKeysMissing extends Error {
  constructor(url: string) {
    super(`The gateway's wallet keys could not be read from ${url}; is the gateway running?`)
  }
}

const timeoutMs = 5_000

/** Asked each time, because the gateway may have changed its keys. */
export async function fetchGatewayKeys(gatewayUrl: string): Promise<GatewayKeys> {
  const url = `${gatewayUrl}/.well-known/wallet-keys.json`
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    return (await answer.json()) as GatewayKeys
  } catch {
    throw new GatewayKeysMissing(url)
  }
}
