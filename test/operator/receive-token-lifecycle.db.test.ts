import { createHmac } from 'node:crypto'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpServer } from '../../src/http/listen.ts'
import { listen } from '../../src/http/listen.ts'
import { receiveTokenLifecycle } from '../../src/operator/receive-token-lifecycle.ts'
import { startTokenizerApp } from '../http/support/tokenizer-app.ts'
import type { TokenizerApp } from '../http/support/tokenizer-app.ts'

const KEY = 'tokens-key'
let app: TokenizerApp
let server: HttpServer
beforeAll(async () => {
  app = await startTokenizerApp()
  const { log, gateway, cardTokens, tokenizations } = app.services
  const routes = receiveTokenLifecycle({ log, key: KEY, gateway, cardTokens, tokenizations })
  server = await listen(express().use(routes), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.stop(1_000)
  await app.close()
})

const signatureOf = (body: string, key = KEY) =>
  createHmac('sha256', key).update(body).digest('hex')

async function post(message: unknown, signature?: string) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const response = await fetch(`http://127.0.0.1:${String(server.port)}/tokens/lifecycle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', signature: signature ?? signatureOf(body) },
    body,
  })
  return { status: response.status, body: await response.json() }
}

let count = 0
const said = (message: object) => ({
  service: 'vts',
  eventId: `event-${String((count += 1))}`,
  occurredAt: new Date(Date.now() + count).toISOString(),
  ...message,
})

test('what was said before wakes no token, neither again nor late', async () => {
  const { token } = await app.stored({ kind: 'NETWORK' })
  const { instrumentRef = '' } = token
  const standing = async () =>
    (await app.services.cardTokens.findByRef('shop', instrumentRef))?.status
  const late = said({ instrumentRef, status: 'ACTIVE' })
  const [first, woken, last] = ['SUSPENDED', 'ACTIVE', 'SUSPENDED'].map((status) =>
    said({ instrumentRef, status }),
  )
  for (const message of [first, woken, last]) expect((await post(message)).status).toBe(200)
  expect((await post(woken)).status).toBe(200)
  expect(await standing()).toBe('SUSPENDED')
  expect((await post(late)).status).toBe(200)
  expect(await standing()).toBe('SUSPENDED')
  const yesterday = new Date(Date.now() - 90_000_000).toISOString()
  expect(
    (await post(said({ instrumentRef, status: 'ACTIVE', occurredAt: yesterday }))).status,
  ).toBe(400)
  const { eventId: _, ...nameless } = said({ instrumentRef, status: 'ACTIVE' })
  expect((await post(nameless)).status).toBe(400)
})

describe('200', () => {
  test('a token is suspended, woken and ended; each message as often as it comes', async () => {
    const { tokenizerId, token } = await app.stored({ kind: 'NETWORK' })
    const { instrumentRef } = token
    const pay = () => app.services.cardTokens.findByRef('shop', instrumentRef ?? '')
    for (const status of ['SUSPENDED', 'SUSPENDED', 'ACTIVE', 'SUSPENDED', 'DISCARDED']) {
      const answer = await post(said({ instrumentRef, status }))
      expect(answer).toEqual({ status: 200, body: { received: true } })
      expect((await pay())?.status).toBe(status)
    }
    // What ended never comes back.
    expect((await post(said({ instrumentRef, status: 'ACTIVE' }))).status).toBe(200)
    expect((await pay())?.status).toBe('DISCARDED')
    expect((await app.at('GET', tokenizerId)).body.status).toBe('DISCARDED')
  })
})

describe('the merchant', () => {
  const told = async (tokenizerId: string) => {
    const bearer = await app.token({ resource: 'PAYMENT' })
    const { body } = await app.call('GET', '/events?limit=100', { token: bearer })
    const events = body.events as { type: string; data: Record<string, string> }[]
    return events.filter(({ data }) => data.tokenizerId === tokenizerId).map(({ type }) => type)
  }

  test('is told of each change once, and of nothing that is said again or too late', async () => {
    const { tokenizerId, token } = await app.stored({ kind: 'NETWORK' })
    const { instrumentRef } = token
    const late = said({ instrumentRef, status: 'SUSPENDED' })
    const messages = [
      said({ instrumentRef, status: 'ACTIVE' }),
      said({ instrumentRef, status: 'SUSPENDED' }),
      said({ instrumentRef, status: 'RENEWED', last4: '4321', expDate: '203112' }),
      said({ instrumentRef, status: 'ACTIVE' }),
    ]
    for (const message of [messages[0], late, ...messages.slice(1), ...messages])
      expect((await post(message)).status).toBe(200)
    const before = ['token.pending', 'token.active']
    const after = ['token.suspended', 'token.renewed', 'token.active']
    expect(await told(tokenizerId)).toEqual([...before, ...after])
    expect((await app.at('GET', tokenizerId)).body.token).toMatchObject({
      status: 'ACTIVE',
      expDate: '203112',
      cardMask: '400000******4321',
    })
  })

  test('keeps its stored card, with the new expiry, when the network renews its token', async () => {
    const card = await app.stored()
    const { instrumentNo = '' } = card.token
    const [made] = (await app.at('POST', 'convert', { instrumentNo })).body
    const renewed = said({
      instrumentRef: made.instrumentRef,
      status: 'RENEWED',
      last4: '1000',
      expDate: '203209',
    })
    for (const message of [renewed, renewed]) expect((await post(message)).status).toBe(200)
    for (const id of [card.tokenizerId, made.tokenizerId as string]) {
      expect((await app.at('GET', id)).body.token.expDate).toBe('203209')
      expect((await told(id)).filter((type) => type === 'token.renewed')).toHaveLength(1)
    }
    const [found] = (await app.at('POST', 'search', { instrumentNo })).body
    expect(found).toMatchObject({ expDate: '203209', status: 'ACTIVE' })
    // A new number is another card, which we do not have.
    const replaced = said({ ...renewed, last4: '4321', eventId: 'replaced', expDate: '203310' })
    expect((await post(replaced)).status).toBe(200)
    expect((await app.at('GET', card.tokenizerId)).body.token.expDate).toBe('203209')
  })
})

describe('refused', () => {
  test('without the right signature', async () => {
    const message = { service: 'vts', instrumentRef: 'ref', status: 'DISCARDED' }
    const body = JSON.stringify(message)
    expect((await post(message, signatureOf(body, 'other'))).status).toBe(401)
    expect((await post(message, '')).status).toBe(401)
  })

  test('what cannot be read', async () => {
    expect((await post('not json')).status).toBe(400)
    expect((await post(said({ instrumentRef: 'r', status: 'GONE' }))).status).toBe(400)
    expect((await post(said({ instrumentRef: 'r', status: 'RENEWED' }))).status).toBe(400)
  })

  test('a token that nobody knows yet, so that the network asks again', async () => {
    const message = said({ instrumentRef: 'unknown', status: 'ACTIVE' })
    expect((await post(message)).status).toBe(404)
  })
})
