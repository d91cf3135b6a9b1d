import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { AuthenticationError, Tollgate } from '../../../sdk/typescript/src/index.ts'
import { followEvents } from '../../../src/cli/developers/follow-events.ts'

/** A gateway that has told this much so far, and goes away and comes back. */
async function startGateway(
  told: number,
  port = 0,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://gateway')
    if (request.headers.authorization !== 'Bearer tgk_good') {
      response.writeHead(401).end('{"code":"invalid_token"}')
      return
    }
    const after = Number(searchParams.get('after')?.slice(2) ?? 0)
    const events = numbers(told)
      .filter((number) => number > after)
      .map((number) => ({ eventId: `e_${String(number)}`, type: 'payment.pending', data: {} }))
    // It holds the answer for as long as it lives when there is nothing to tell.
    if (events.length > 0) response.end(JSON.stringify({ events }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  return { port: (server.address() as AddressInfo).port, stop }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const clientOf = (port: number, apiKey = 'tgk_good') =>
  new Tollgate({
    baseUrl: `http://127.0.0.1:${String(port)}`,
    apiKey,
    retries: 1,
    sleep: () => Promise.resolve(),
  })

test('a gateway that goes away is waited for, and no event is lost or taken twice', async () => {
  const first = await startGateway(3)
  const stop = new AbortController()
  const taken: string[] = []
  const away: string[] = []
  await followEvents({
    tollgate: clientOf(first.port),
    after: 'e_1',
    signal: stop.signal,
    pauseMs: 20,
    take: async ({ eventId }) => {
      taken.push(eventId)
      if (eventId === 'e_3') void first.stop()
      if (eventId === 'e_5') stop.abort()
    },
    away: ({ message }) => {
      away.push(message)
      setTimeout(() => void startGateway(5, first.port), 100)
    },
  })
  expect(taken).toEqual(['e_2', 'e_3', 'e_4', 'e_5'])
  expect(away).toEqual(['the gateway did not answer'])
})

test('what is not passing ends it: a key that is refused', async () => {
  const { port } = await startGateway(1)
  const following = followEvents({
    tollgate: clientOf(port, 'tgk_other'),
    after: undefined,
    take: async () => undefined,
    away: () => undefined,
    signal: AbortSignal.timeout(60_000),
  })
  await expect(following).rejects.toBeInstanceOf(AuthenticationError)
})
