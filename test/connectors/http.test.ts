import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf, createHttp, isNotFound, segment } from '../../src/connectors/http.ts'
import { deadUrl, faults, json, startPeer } from './peer.ts'

const Thing = z.object({ reference: z.literal('pay-1'), size: z.int() })
const peer = await startPeer(json(200, { reference: 'pay-1', size: 3 }))
const at = { url: `${peer.url}/base/`, key: 'secret' }
const http = createHttp({ ...at, timeoutMs: 30_000 })
/** For what must run out of time; all else has enough of it on a busy machine too. */
const hasty = createHttp({ ...at, timeoutMs: 500 })

describe('a call that is answered', () => {
  test('carries the key, the base path and the JSON body', async () => {
    peer.respond = json(200, { reference: 'pay-1', size: 3, more: 'ignored' })
    const answer = await http.post('/things', { amountMinor: 5, none: undefined }, Thing)
    expect(answer).toEqual({ type: 'answered', body: { reference: 'pay-1', size: 3 } })
    expect(peer.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/base/things',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: { amountMinor: 5 },
    })
  })

  test('reuses connections instead of opening one per call', async () => {
    const ports = new Set<number | undefined>()
    peer.respond = (response) => {
      ports.add(response.socket?.remotePort)
      response.end('{"reference":"pay-1","size":3}')
    }
    for (let call = 0; call < 5; call += 1) await http.get('/things', Thing)
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  test('is a definite refusal only with a 4xx in the provider’s own words', async () => {
    peer.respond = json(409, { error: 'bank_unavailable' })
    const answer = await http.get('/things', Thing)
    expect(answer).toEqual({ type: 'refused', status: 409, error: 'bank_unavailable' })
    expect(isNotFound(answer)).toBe(false)
  })

  test('may be as long as 64 KiB and no longer', async () => {
    const Text = z.string()
    peer.respond = (response) => response.end(JSON.stringify('x'.repeat(64 * 1024 - 2)))
    expect(await http.get('/text', Text)).toMatchObject({ type: 'answered' })
    peer.respond = (response) => response.end(JSON.stringify('x'.repeat(64 * 1024 - 1)))
    expect(await http.get('/text', Text)).toEqual({ type: 'noAnswer', because: 'garbled' })
  })
})

describe('a lost answer', () => {
  const because: Record<string, string> = {
    'a cut connection': 'cut',
    'a cut body': 'cut',
    'no answer in time': 'timeout',
    'a body that stops': 'timeout',
    'an error 500': 'serverError',
    'an error 503 in HTML': 'serverError',
  }
  test.each(Object.entries(faults))('%s is never a failure nor a success', async (name, fault) => {
    peer.respond = fault
    const caller = because[name] === 'timeout' ? hasty : http
    const answer = await caller.post('/things', {}, Thing)
    expect(answer).toEqual({ type: 'noAnswer', because: because[name] ?? 'garbled' })
  })

  test('is not asked for again behind the caller’s back', async () => {
    peer.received.length = 0
    peer.respond = (response) => response.destroy()
    await http.get('/things', Thing)
    await http.post('/things', {}, Thing)
    expect(peer.received).toHaveLength(2)
  })

  test('does not follow a redirect', async () => {
    peer.received.length = 0
    peer.respond = (response) => response.writeHead(307, { location: `${peer.url}/x` }).end()
    await http.post('/things', {}, Thing)
    expect(peer.received).toHaveLength(1)
  })

  test('of a slow dribble of bytes ends at the total timeout', async () => {
    peer.respond = (response) => {
      response.writeHead(200)
      const dribble = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(dribble))
    }
    expect(await hasty.get('/things', Thing)).toEqual({ type: 'noAnswer', because: 'timeout' })
  })

  test('is unknown when the caller gives up after the request went out', async () => {
    const controller = new AbortController()
    peer.respond = () => controller.abort()
    const answer = await http.post('/things', {}, Thing, controller.signal)
    expect(answer).toEqual({ type: 'noAnswer', because: 'cut' })
  })

  test('leaves the next call unharmed', async () => {
    peer.respond = json(200, { reference: 'pay-1', size: 1 })
    expect(await http.get('/things', Thing)).toMatchObject({ type: 'answered' })
  })
})

describe('a request that never left', () => {
  test('is not sent when nothing listens', async () => {
    const dead = createHttp({ url: await deadUrl(), key: 'secret', timeoutMs: 30_000 })
    expect(await dead.post('/things', {}, Thing)).toEqual({ type: 'notSent' })
  })

  test('is not sent when the name does not resolve', async () => {
    const lost = createHttp({ url: 'http://provider.invalid', key: 'secret', timeoutMs: 30_000 })
    expect(await lost.post('/things', {}, Thing)).toEqual({ type: 'notSent' })
  })

  test('is not sent when the TLS handshake fails', async () => {
    const secure = createHttp({
      url: peer.url.replace('http:', 'https:'),
      key: 'secret',
      timeoutMs: 30_000,
    })
    expect(await secure.post('/things', {}, Thing)).toEqual({ type: 'notSent' })
  })

  test('is not sent when the handshake outlasts the timeout, and stays unsent', async () => {
    const bytes: Buffer[] = []
    const mute = createServer((socket) => {
      socket.on('data', (chunk) => bytes.push(chunk)).on('error', () => undefined)
      afterAll(() => socket.destroy())
    })
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    afterAll(() => mute.close())
    const { port } = mute.address() as AddressInfo
    const url = `https://127.0.0.1:${String(port)}`
    const stuck = createHttp({ url, key: 'secret', timeoutMs: 100 })
    expect(await stuck.post('/things', {}, Thing)).toEqual({ type: 'notSent' })
    expect(Buffer.concat(bytes).includes('secret')).toBe(false)
  })

  test('is not sent when the caller had given up before', async () => {
    peer.received.length = 0
    expect(await http.post('/things', {}, Thing, AbortSignal.abort())).toEqual({ type: 'notSent' })
    expect(peer.received).toHaveLength(0)
  })
})

test('a list that cannot be read is an error without secrets', () => {
  const failing = () => bodyOf('listing', { type: 'noAnswer', because: 'timeout' })
  expect(failing).toThrow('listing had no answer (timeout)')
  expect(() => bodyOf('listing', { type: 'refused', status: 401, error: 'x' })).toThrow('401')
  expect(() => bodyOf('listing', { type: 'notSent' })).toThrow('could not be sent')
})

test('a name in a path cannot leave its place', () => {
  expect(segment('a/../b?c#d')).toBe('a%2F..%2Fb%3Fc%23d')
  for (const name of ['', '.', '..']) expect(() => segment(name)).toThrow()
})
