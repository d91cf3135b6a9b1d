import type { IncomingHttpHeaders } from 'node:http'

/** The `Signature` header of a provider's message; sent twice, it is none. */
export function signatureOf(headers: IncomingHttpHeaders): string | undefined {
  const { signature } = headers
  return typeof signature === 'string' ? signature : undefined
}
