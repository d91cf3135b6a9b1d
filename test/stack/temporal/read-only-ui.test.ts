import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { savedViews } from '../../../src/operator/saved-views.ts'
import { serveReadOnlyUi } from '../../../src/stack/temporal/read-only-ui.ts'

/** Stands for the UI's own server, and remembers what reached it. */
async function start() {
  const reached: string[] = []
  const upstream = createServer((request, response) => {
    reached.push(`${String(request.method)} ${String(request.url)}`)
    const settings = { Codec: { Endpoint: 'http://codec' }, DisableWriteActions: false, Version: 2 }
    if (request.headers.accept?.includes('text/html')) {
      response.setHeader('content-type', 'text/html')
      response.end('<html><head><title>UI</title></head></html>')
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.startsWith('/api/v1/settings') ? settings : { ok: 1 }))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const ui = await serveReadOnlyUi(0, (upstream.address() as AddressInfo).port, 'shop')
  onTestFinished(() => {
    for (const server of [ui, upstream]) server.close().closeAllConnections()
  })
  const url = `http://127.0.0.1:${String((ui.address() as AddressInfo).port)}`
  const ask = (method: string, path: string, headers = {}) => fetch(url + path, { method, headers })
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
    DisableWriteActions: true,
    Version: 2,
    Codec: { Endpoint: 'http://codec', IncludeCredentials: true },
  })
})

test('a page begins with our columns and views, and keeps those of the person', async () => {
  const { ask } = await start()
  const page = await (
    await ask('GET', '/namespaces/shop/workflows', { accept: 'text/html' })
  ).text()
  expect(page).toBe(
    '<html><head><script src="/tollgate-views.js"></script><title>UI</title></head></html>',
  )
  const script = await (await ask('GET', '/tollgate-views.js')).text()
  const own = { id: '1700000000000', name: 'mine', query: 'x', type: 'user' }
  const old = { id: 'tollgate-0', name: 'of yesterday', query: 'y', type: 'user' }
  const kept = new Map([
    ['saved-workflow-queries', JSON.stringify({ shop: [old, own], other: [own] })],
  ])
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  for (let load = 0; load < 2; load += 1) runInNewContext(script, { localStorage })
  const views = JSON.parse(kept.get('saved-workflow-queries') ?? '')
  expect(views.other).toEqual([own])
  expect(views.shop.at(-1)).toEqual(own)
  expect(views.shop.map(({ name }: { name: string }) => name)).toEqual([
    ...savedViews(new Date()).map(({ title }) => title),
    'mine',
  ])
  const columns = JSON.parse(kept.get('namespace-workflow-table-columns') ?? '')
  expect(columns.shop).toContainEqual({ label: 'PaymentStatus' })
  kept.set('namespace-workflow-table-columns', JSON.stringify({ shop: [{ label: 'Type' }] }))
  runInNewContext(script, { localStorage })
  expect(kept.get('namespace-workflow-table-columns')).toBe('{"shop":[{"label":"Type"}]}')
})

test('a server that is away is an answer of its own', async () => {
  const { ask, upstream } = await start()
  upstream.close().closeAllConnections()
  expect((await ask('GET', '/')).status).toBe(502)
})
