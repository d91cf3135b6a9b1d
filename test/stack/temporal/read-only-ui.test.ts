import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveReadOnlyUi } from '../../../src/stack/temporal/read-only-ui.ts'

/** Stands for the UI's own server, and remembers what reached it. */
async function start() {
  const reached: string[] = []
  const upstream = createServer((request, response) => {
    reached.push(`${String(request.method)} ${String(request.url)}`)
    const settings = { Codec: { Endpoint: 'http://codec' }, DisableWriteActions: false, Version: 2 }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.startsWith('/api/v1/settings') ? settings : { ok: 1 }))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const ui = await serveReadOnlyUi(0, (upstream.address() as AddressInfo).port)
  onTestFinished(() => {
    for (const server of [ui, upstream]) server.close().closeAllConnections()
  })
  const url = `http://127.0.0.1:${String((ui.address() as AddressInfo).port)}`
  const ask = (method: string, path: string) => fetch(url + path, { method })
  return { reached, upstream, ask }
}

const workflow = '/api/v1/namespaces/default/workflows/pay%2Fabc'

test.for([
  ['POST', `${workflow}/signal/message`],
  ['POST', `${workflow}/terminate`],
  ['POST', `${workflow}/cancel`],
  ['POST', `${workflow}/reset`],
  ['POST', `${workflow}/update/x`],
  ['POST', `${workflow}/query/state/../../terminate`],
  ['POST', '/api/v1/namespaces/default/workflows/pay%2Fabc'],
  ['POST', '/api/v1/namespaces/default/schedules/settle'],
  ['DELETE', '/api/v1/namespaces/default/schedules/settle'],
  ['PUT', '/api/v1/namespaces/default'],
  ['PATCH', '/anything'],
] as const)('a write does not reach the server: %s %s', async ([method, path]) => {
  const { ask, reached } = await start()
  expect((await ask(method, path)).status).toBe(403)
  expect(reached).toEqual([])
})

test('reads and queries pass', async () => {
  const { ask, reached } = await start()
  expect(await (await ask('GET', `${workflow}/history?x=1`)).json()).toEqual({ ok: 1 })
  expect((await ask('POST', `${workflow}/query/state`)).status).toBe(200)
  expect(reached).toEqual([`GET ${workflow}/history?x=1`, `POST ${workflow}/query/state`])
})

test('the page is told to show no write actions, and to take the session to the codec', async () => {
  const { ask } = await start()
  expect(await (await ask('GET', '/api/v1/settings?')).json()).toEqual({
    ...{ DisableWriteActions: true, Version: 2 },
    Codec: { Endpoint: 'http://codec', IncludeCredentials: true },
  })
})

test('a server that is away is an answer of its own', async () => {
  const { ask, upstream } = await start()
  upstream.close().closeAllConnections()
  expect((await ask('GET', '/')).status).toBe(502)
})
