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
  })

  test('a token that nobody knows yet, so that the network asks again', async () => {
    const message = said({ instrumentRef: 'unknown', status: 'ACTIVE' })
    expect((await post(message)).status).toBe(404)
  })
})
