import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttp } from '../../src/connectors/http.ts'

/** A provider on a thread of its own: it works on while the gateway sleeps. */
const PROVIDER = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const paths = []
  const server = createServer(({ url }, response) => {
    if (url === '/asked') return response.end(JSON.stringify(paths))
    paths.push(url)
    if (url === '/slow') setTimeout(() => response.end('"late"'), 100)
    if (url === '/quick') response.end('"soon"')
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`
const TIMEOUT_MS = 1_000
const SLEEP_MS = 3_000

let provider: Worker
let url: string
beforeAll(async () => {
  provider = new Worker(PROVIDER, { eval: true })
  const [port] = (await once(provider, 'message')) as [number]
  url = `http://127.0.0.1:${String(port)}`
})
afterAll(() => provider.terminate())

const connect = () => createHttp({ url, key: 'secret', timeoutMs: TIMEOUT_MS })
const asked = async () =>
  (await createHttp({ url, key: 'secret' }).get('/asked', z.array(z.string()))) as {
    body: string[]
  }

/** Nothing at all happens in this process, as when its machine stands still. */
const sleepDeeply = () =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLEEP_MS)

test('an answer that came while the process stood still is read before anybody gives up', async () => {
  const http = connect()
  const answer = http.post('/slow', {}, z.string())
  await expect.poll(async () => (await asked()).body, { interval: 10 }).toContain('/slow')
  sleepDeeply()
  expect(await answer).toEqual({ type: 'answered', body: 'late' })
})

test('what had not been sent when the process stood still is not sent afterwards', async () => {
  const answer = connect().post('/quick', {}, z.string())
  sleepDeeply()
  expect(await answer).toEqual({ type: 'notSent' })
  expect((await asked()).body).not.toContain('/quick')
})

test('a provider that says nothing is waited for as long as agreed, and given up then', async () => {
  const begun = Date.now()
  expect(await connect().post('/silent', {}, z.string())).toEqual({
    type: 'noAnswer',
    because: 'timeout',
  })
  expect(Date.now() - begun).toBeGreaterThanOrEqual(TIMEOUT_MS - 10)
})
