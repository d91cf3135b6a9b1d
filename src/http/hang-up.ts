import type { ServerResponse } from 'node:http'

/** Told when the connection of a request closes: who waits for something to say then stops waiting. */
export function hangUpOf(response: Pick<ServerResponse, 'once'>): AbortSignal {
  const hangUp = new AbortController()
  response.once('close', () => {
    hangUp.abort()
  })
  return hangUp.signal
}
