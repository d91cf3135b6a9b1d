import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultyAmounts, faultyCards, testCards, testCodes } from '../../src/portal/test-data.ts'
import { startListedApp } from '../http/support/listed-payments.ts'
import { OTHER, SHOP } from '../http/support/test-app.ts'
import { pngOf } from '../support/sample-pictures.ts'
import { startPortalApp, usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

const world = usePortal(startListedApp)
let owner: TestBrowser
let ownerId: string
let support: TestBrowser
beforeAll(async () => {
  const { app, portal } = world
  const entered = await portal.enter(SHOP.merchantId, 'olga', 'owner')
  ;[owner, ownerId] = [entered.browser, entered.personId]
  support = (await portal.enter(SHOP.merchantId, 'sam', 'support')).browser
  // Whoever sends to webhooks is not here to be told.
  app.services.gateway.webhooks = { changed: () => Promise.resolve() } as never
})

describe('a saved view', () => {
  const list = '/portal/payments'
  const removal = (text: string) => /href="(\/portal\/views\/[a-z]+\/remove)"/.exec(text)?.[1] ?? ''
  const save = (viewName: string, query: string, browser = owner) =>
    browser.post('/portal/views', { viewName, query })

  test('is offered when something is filtered, and leads back to it', async () => {
    expect((await owner.get(list)).text).not.toContain('Save this view')
    const filtered = await owner.get(`${list}?status=REJECTED&amountFrom=10&cursor=`)
    expect(filtered.text).toContain('name="query" value="status=REJECTED&amp;amountFrom=10"')
    const saved = await save('Declined', 'status=REJECTED&amountFrom=10')
    expect(saved.location).toBe(`${list}?status=REJECTED&amountFrom=10`)
    const page = await owner.get(saved.location!)
    expect(page.text).toMatch(
      /status=REJECTED&amp;amountFrom=10" aria-current="true"[^>]*>Declined</,
    )
  })

  test('is replaced by another of its name, and keeps only what the list understands', async () => {
    await save('Declined', 'status=ERROR&next=//evil.example&cursor=abc')
    const { text } = await owner.get(list)
    expect(text).toContain('/portal/payments?status=ERROR"')
    expect(text).not.toContain('evil')
    expect(text.match(/>Declined</g)).toHaveLength(1)
  })

  test("is one's own: nobody else sees or removes it", async () => {
    const path = removal((await owner.get(`${list}?status=ERROR`)).text)
    expect((await support.get(list)).text).not.toContain('Declined')
    expect((await support.get(path)).status).toBe(404)
    expect((await support.post(path)).status).toBe(404)
    const question = await owner.get(path)
    expect(question.text).toContain('Declined')
    expect((await owner.post(path)).location).toBe(list)
    expect((await owner.get(list)).text).not.toContain('Declined')
    expect((await owner.post(path)).status).toBe(404)
  })

  test('has a name and a filter, and there are twenty at most', async () => {
    for (const [name, query] of [
      ['', 'status=NEW'],
      ['x'.repeat(61), 'status=NEW'],
      ['nothing', ''],
      ['long', `extOrderId=${'x'.repeat(1_001)}`],
    ] as const)
      expect((await save(name, query)).status).toBe(422)
    for (let index = 0; index < 20; index += 1)
      expect((await save(`view ${String(index)}`, 'status=NEW')).status).toBe(303)
    expect((await save('one more', 'status=NEW')).status).toBe(422)
    expect((await save('view 3', 'status=PENDING')).status).toBe(303)
  })
})

describe('what cannot be taken back is asked about first:', () => {
  test.each([
    ['a webhook', 'disable', 'until you go on'],
    ['a webhook', 'remove', 'any more'],
    ['a webhook', 'rotate', '24 hours'],
    ['a key', 'end', 'refused at once'],
    ['somebody', 'disable', 'sessions end'],
    ['somebody', 'link', 'new password'],
    ['a session', 'end', 'sign in again'],
  ])('%s, %s', async (what, action, words) => {
    const { page, path, name } = await made(what)
    const link = `${path}/${action}`
    const { text } = await owner.get(page)
    expect(text).toContain(`href="${link}"`)
    expect(text).not.toContain(`action="${link}"`)
    const question = await owner.get(link)
    expect(question.text).toContain('Is this right?')
    expect(question.text).toContain(name)
    expect(question.text).toContain(words)
    expect(question.text).toContain(`<form method="post" action="${link}"`)
    expect((await owner.get(page)).text).toContain(`href="${link}"`)
    const done = await owner.post(link)
    expect([200, 303]).toContain(done.status)
  })

  async function made(what: string) {
    const { app, portal } = world
    const token = app.tokens.shop
    if (what === 'a webhook') {
      const url = 'https://shop.example/asked'
      const { webhookId } = (await app.call('POST', '/webhooks', { token, body: { url } })).body
      return { page: '/portal/webhooks', path: `/portal/webhooks/${webhookId}`, name: url }
    }
    if (what === 'a key') {
      const body = { name: 'asked-about', scopes: ['read'] }
      const { keyId } = (await app.call('POST', '/api-keys', { token, body })).body
      return { page: '/portal/keys', path: `/portal/keys/${keyId}`, name: body.name }
    }
    if (what === 'a session') {
      await portal.browserOf(ownerId)
      const [session] = await portal.parts.sessions.list(ownerId)
      const path = `/portal/sessions/${session!.sessionId}`
      return { page: '/portal/sessions', path, name: 'test' }
    }
    people += 1
    const name = `asked-${String(people)}`
    const { personId } = await portal.join(SHOP.merchantId, name, 'support')
    return { page: '/portal/people', path: `/portal/people/${personId}`, name }
  }
  let people = 0
})

describe('the page of a webhook', () => {
  test('shows what was sent and answered, when it is tried again, and tries it now', async () => {
    const { app } = world
    const { webhookId } = (
      await app.call('POST', '/webhooks', {
        token: app.tokens.shop,
        body: { url: 'https://shop.example/down' },
      })
    ).body
    await app.pool.query({
      text: `with told as (insert into webhook_attempt
               (event_id, webhook_id, at, url, latency_ms, status, problem, answer)
               values ('e_1', $1, now(), 'https://shop.example/down', 9, 503, null, 'closed <b>')
               returning 1)
             update webhook set attempts = 3, next_attempt_at = now() + interval '2 hours',
               failing_since = now() from told where webhook_id = $1`,
      values: [webhookId],
    })
    const path = `/portal/webhooks/${String(webhookId)}`
    const list = await owner.get('/portal/webhooks')
    expect(list.text).toContain(`href="${path}"`)
    const page = await owner.get(path)
    for (const words of ['503', 'closed &lt;b', 'Next attempt', `action="${path}/retry"`])
      expect(page.text).toContain(words)
    expect((await owner.post(`${path}/retry`)).status).toBe(303)
    expect((await owner.get(path)).text).not.toContain('Next attempt')
    expect((await owner.post(`${path}/resend`, { since: 'day' })).status).toBe(303)
    expect((await support.get(path)).status).toBe(403)
  })
})

describe('the tools of the sandbox', () => {
  const sandboxPage = readFileSync('docs/sandbox.md', 'utf8')

  test('show what can be tried, in both languages', async () => {
    const { text } = await support.get('/portal/sandbox')
    expect(text).toContain('4000 0000 0000 1216')
    expect(text).toContain('Move the clock')
    const polish = await support.get('/portal/sandbox', { 'accept-language': 'pl' })
    expect(polish.text).toContain('brak środków')
    expect((await support.get('/portal')).text).toContain('href="/portal/sandbox"')
  })

  test.each([...testCards, ...testCodes, ...faultyCards, ...faultyAmounts])(
    '%s is told of in the documents too',
    (given) => {
      expect(sandboxPage).toContain(/^777/.test(given) ? '777xxx' : given)
    },
  )

  test('are not there where money moves', async () => {
    const { app } = world
    const config = { ...app.services.config, environment: 'production' } as const
    const real = await startPortalApp({ ...app, services: { ...app.services, config } })
    const person = await real.enter(OTHER.merchantId, 'real', 'owner')
    expect((await person.browser.get('/portal/sandbox')).status).toBe(404)
    expect((await person.browser.get('/portal')).text).not.toContain('/portal/sandbox')
    await real.close()
  })
})

test('a payment is drawn as a line of time, which is told in words as well', async () => {
  const { app } = world
  const paymentId = await app.payments.sale({
    options: { transKind: 'PREAUTH', validTime: 1800 },
  } as never)
  app.memory.put(await app.payments.read(paymentId))
  await app.pool.query({
    text: `insert into webhook_attempt (event_id, webhook_id, at, url, latency_ms, status)
           select event_id, 'hook', now() + n * interval '1 second', 'https://shop.example/told', 9,
             case n when 1 then 503 else 204 end
             from notification cross join generate_series(1, 2) n where owner_id = $1 and sequence = 1`,
    values: [paymentId],
  })
  const { text } = await support.get(`/portal/payments/${paymentId}`)
  expect(text).toContain('<code>https://shop.example/told</code> 204')
  expect(text).not.toContain('<code>https://shop.example/told</code> 503')
  const [picture = ''] = /<svg class="timeline".*?<\/svg>/s.exec(text) ?? []
  expect(picture).toContain('role="img"')
  expect(picture).toContain('aria-labelledby="timeline-title timeline-desc"')
  expect(picture).toMatch(
    /<desc id="timeline-desc">.*Completed \(happened\).*The hold is released \(will happen/s,
  )
  expect(picture.match(/<circle/g)!.length).toBeGreaterThan(3)
  expect(picture).toContain('+ 30 days')
  expect(text).toMatch(/What happens next.*The hold is released/s)
})

test('looks that are emptied are as if never set; methods are chosen, and their order', async () => {
  const { app } = world
  const shown = await owner.get('/portal/looks')
  expect(shown.text).toMatch(/name="method_CARD" value="1" checked/)
  expect(shown.text).toContain('data-preview="#0c5f63"')
  const logoURL = 'https://books.example/logo.svg'
  const two = { method_BLIK: '1', place_BLIK: '1', method_CARD: '1', place_CARD: '2' }
  const letters = { pageText: 'Ask us: 22 555 01 02', pageFont: 'serif' }
  const wished = { logoURL, pageColour: '#7a1f5c', methods: '1', ...letters, ...two }
  await owner.post('/portal/looks', wished)
  const chosen = { logoURL, pageColour: '#7a1f5c', pageMethods: ['BLIK', 'CARD'], ...letters }
  expect((await app.get('/account')).body).toMatchObject(chosen)
  const page = await owner.get('/portal/looks')
  expect(page.text).toMatch(/data-method="BLIK".*data-method="CARD"/s)
  expect(page.text).toMatch(/data-font="serif".*<img class="preview-logo" src="https:\/\/books/s)
  expect(page.text).toMatch(/data-note[^>]*>Ask us: 22 555 01 02</)
  expect(page.text).toMatch(/Stored cards on the page<\/dt><dd>No</)
  expect(page.headers.get('content-security-policy')).toContain(
    "img-src 'self' data: https://books.example;",
  )
  expect(page.text).not.toMatch(/name="method_PBL" value="1" checked/)
  const { methods } = (await app.get('/account')).body as { methods: string[] }
  const every = Object.fromEntries(methods.map((method) => [`method_${method}`, '1']))
  const emptied = { logoURL: '', pageText: '', pageFont: '' }
  const ours = { ...emptied, pageColour: '#0C5F63', methods: '1', ...every }
  await owner.post('/portal/looks', ours)
  const { body } = await app.get('/account')
  for (const name of Object.keys(chosen)) expect(body).not.toHaveProperty(name)
  const none = await owner.post('/portal/looks', { methods: '1' })
  expect(none.status).toBe(422)
  expect(none.text).toContain('pageMethods')
})

test('a logo is uploaded by a form with a file, shown in the preview, and removed; what is none is told on the page', async () => {
  const { app } = world
  const small = pngOf({ width: 12, height: 8 })
  const { location } = await owner.upload('/portal/looks/logo', 'picture', small)
  expect(location).toBe('/portal/looks?saved=1')
  const { logoURL } = (await app.get('/account')).body as { logoURL: string }
  const page = await owner.get('/portal/looks')
  expect(page.text).toContain(`<img class="preview-logo" src="${logoURL}" alt height="40"/>`)
  expect(page.headers.get('content-security-policy')).toContain(new URL(logoURL).origin)
  const large = Buffer.concat([small, Buffer.alloc(3_000_000)])
  for (const file of [Buffer.from('<svg onload="alert(1)"/>'), large, Buffer.alloc(0)]) {
    const { status, text } = await owner.upload('/portal/looks/logo', 'picture', file)
    expect(status).toBe(422)
    expect(text).toMatch(/role="alert".*PNG, JPEG or WebP/s)
  }
  expect((await app.get('/account')).body).toMatchObject({ logoURL })
  await owner.post('/portal/looks/logo/remove')
  expect((await app.get('/account')).body).not.toHaveProperty('logoURL')
})
