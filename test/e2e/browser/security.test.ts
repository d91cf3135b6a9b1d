import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import { arrive, createLink, heading, payByCard, typeCard } from '../../support/checkout.ts'
import { shop, stack } from '../../support/world.ts'

/** The page as a bare client gets it: its cookie, and its answer. */
async function open(link: string) {
  const exchange = await fetch(link, { redirect: 'manual' })
  const cookie = exchange.headers.get('set-cookie') ?? ''
  const address = new URL(exchange.headers.get('location') ?? '/', stack.api).href
  const session = cookie.split(';')[0] ?? ''
  const get = (path = '', headers = {}) =>
    fetch(address + path, { headers: { cookie: session, ...headers }, redirect: 'manual' })
  return { exchange, cookie, session, address, get }
}

describe('the page protects', () => {
  test('the link: it becomes a cookie that no script reads and that only this page gets', async () => {
    const { redirectURL, paymentId } = await createLink()
    const { exchange, cookie, address } = await open(redirectURL)
    expect(exchange.status).toBe(303)
    expect(exchange.headers.get('referrer-policy')).toBe('no-referrer')
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toContain(`Path=/pay/p/${paymentId}`)
    expect(address).not.toContain('?')
  })

  test('itself by its headers: nothing inline, no frames, no cache, no referrer', async () => {
    const { get } = await open((await createLink()).redirectURL)
    const { headers } = await get()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'nonce-[\w-]{20,}';/)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self';")
    expect(policy).toContain("frame-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const again = (await get()).headers.get('content-security-policy')
    expect(again).not.toBe(policy)
  })

  test('what it loads: by nonce, and only with the content that it was built with', async () => {
    const { get } = await open((await createLink()).redirectURL)
    const answer = await get()
    const html = await answer.text()
    const [, nonce] = /'nonce-([\w-]+)'/.exec(answer.headers.get('content-security-policy') ?? '')!
    const tags = [...html.matchAll(/<(?:script|link rel="stylesheet")[^>]*>/g)].map(([tag]) => tag)
    expect(tags).toHaveLength(2)
    for (const tag of tags) {
      expect(tag).toContain(`nonce="${nonce}"`)
      const [, path = ''] = /(?:src|href)="([^"]+)"/.exec(tag)!
      const file = await fetch(stack.api + path)
      const hash = createHash('sha384').update(Buffer.from(await file.arrayBuffer()))
      expect(tag).toContain(`integrity="sha384-${hash.digest('base64')}"`)
      expect(file.headers.get('cache-control')).toContain('immutable')
    }
    expect(html).not.toMatch(/ on\w+=|style=|javascript:/)
  })

  test('its size: all of it together is under 40 kB, not compressed', async () => {
    const { get } = await open((await createLink()).redirectURL)
    const html = await (await get()).text()
    const files = [...html.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)]
    const sizes = await Promise.all(
      files.map(
        async ([, path = '']) => (await (await fetch(stack.api + path)).arrayBuffer()).byteLength,
      ),
    )
    expect(files).toHaveLength(2)
    const total = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html))
    expect(total).toBeLessThan(40_000)
  })

  test('posts: without the token of the page nothing happens', async () => {
    const { redirectURL, paymentId } = await createLink()
    const { address, session, get } = await open(redirectURL)
    const csrf = /name="csrf" value="([^"]+)"/.exec(await (await get()).text())?.[1] ?? ''
    const post = (fields: Record<string, string>, headers = {}) =>
      fetch(`${address}/cancel`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: session, ...headers },
        body: new URLSearchParams(fields),
      })
    expect((await post({})).status).toBe(403)
    expect((await post({ csrf: csrf.replace(/^./, 'x') })).status).toBe(403)
    expect((await post({ csrf }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post({ csrf }, { cookie: '' })).status).toBe(303)
    expect(await shop.status(paymentId)).toMatchObject({ status: 'NEW' })
    expect((await post({ csrf }, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    expect(await shop.status(paymentId)).toMatchObject({ status: 'CANCELLED' })
  })

  test('payers from what merchants write', async () => {
    const nasty = `"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}\u202e`
    const { page } = await arrive({ order: { description: nasty, extOrderId: `<b>${Date.now()}` } })
    expect(await page.locator('.description').innerText()).toBe(nasty)
    expect(await page.locator('main img[src=x], aside img[src=x], b').count()).toBe(0)
  })

  test('payers from other ways back: only the stored address is used', async () => {
    const { redirectURL } = await createLink()
    for (const evil of ['//evil.example', '\\\\evil', 'https:evil.example', '@evil.example']) {
      const link = `${redirectURL}?redirect=${encodeURIComponent(evil)}&lang=en`
      const answer = await fetch(link, { redirect: 'manual' })
      expect(answer.headers.get('location')).toMatch(/^\/pay\/\w+/)
    }
    const { page } = await arrive()
    await payByCard(page, visa(121))
    await heading(page, 'Payment not successful')
    expect(await page.getByRole('link', { name: /^Back to/ }).getAttribute('href')).toMatch(
      /^https:\/\/shop\.example\/return\?/,
    )
  })

  test('payers from scripts that do not belong here: they do not run, and are reported', async () => {
    const { page } = await arrive()
    const blocked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/pay/reports'))
        blocked.push(request.postDataJSON()['csp-report']['blocked-uri'])
    })
    const inject = (tag: 'script' | 'img') =>
      page.evaluate((name) => {
        const element = document.createElement(name)
        element.setAttribute('src', 'https://evil.example/x')
        document.body.append(element)
      }, tag)
    await expect(inject('script')).rejects.toThrow(/TrustedScriptURL/)
    await inject('img')
    await expect.poll(() => blocked.join()).toMatch(/trusted-types-sink.*evil/)
  })

  test('card data: nothing of it stays in the browser', async () => {
    const { page } = await arrive()
    await typeCard(page, visa(100))
    const kept = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(await kept()).toBe('[{},{}]')
    await page.getByRole('link', { name: 'English' }).click()
    await page.waitForFunction(() => document.readyState === 'complete')
    expect(await kept()).toBe('[{},{}]')
    await typeCard(page, visa(100))
    await page.locator('form[data-form=CARD] button').click()
    await heading(page, 'Payment successful')
    expect(await page.content()).not.toContain('4000000000001000')
    expect(await page.context().cookies()).not.toContainEqual(
      expect.objectContaining({ httpOnly: false }),
    )
  })

  test('dead ends with a page, not with an error', async () => {
    for (const path of ['/pay/unknownunknownunknownunknown', '/pay/p/nobody', '/pay/x/y/z']) {
      const answer = await fetch(stack.api + path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('text/html')
    }
    expect((await fetch(`${stack.api}/pay/returned`)).status).toBe(200)
  })
})

test('a challenge opens the policy for the issuer, and only then', async () => {
  const { page, payment } = await arrive()
  await payByCard(page, visa(102))
  await heading(page, 'Confirm with your bank')
  const answer = await page.reload()
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain(`form-action 'self' ${stack.sandbox}`)
  expect(policy).toContain(`frame-src 'self' ${stack.sandbox}`)
  expect(payment.paymentId).toBeTruthy()
  const stranger = await openPage()
  const refused = stranger.waitForEvent('requestfailed')
  await stranger.setContent(`<iframe src="${page.url()}"></iframe>`)
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
})

describe('in a frame', () => {
  /** A page of another site that frames the address, and that site's origin. */
  async function frameOf(address: (origin: string) => Promise<string>) {
    let src = ''
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<iframe name="pay" title="Pay" height="800" src="${src}"></iframe>`)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const origin = `http://localhost:${String((server.address() as AddressInfo).port)}`
    src = await address(origin)
    const page = await openPage()
    return { page, origin, shown: page.frameLocator('iframe[name=pay]') }
  }

  const linkFor = (redirectURL: string, options: object) => async (): Promise<string> => {
    const merchant = { merchantId: shop.merchantId, redirectURL }
    return (await createLink({ merchant, options })).redirectURL
  }

  test('of the shop, a payment that asks for it is paid, its challenge included', async () => {
    const { page, origin, shown } = await frameOf((shopOrigin) =>
      linkFor(`${shopOrigin}/return`, { iframe: true, language: 'en' })(),
    )
    await page.goto(origin)
    await shown.locator('[data-method=CARD] > .pick').click()
    await shown.locator('#card-instrumentNo').fill(visa(102))
    await shown.locator('#card-expiry').fill('1230')
    await shown.locator('#card-cvv').fill('123')
    await shown.locator('form[data-form=CARD] button').click()
    const issuer = shown.frameLocator('iframe[name=challenge]')
    await issuer.locator('#otp').fill('123456')
    await issuer.getByRole('button', { name: 'Confirm' }).click()
    await shown.getByRole('heading', { name: 'Payment successful' }).waitFor()
    await shown.getByRole('link', { name: /^Back to/ }).click()
    await page.waitForURL(/\/return\?paymentId=/)
  })

  test.each([
    ['of another site it is refused', 'https://shop.example/return', { iframe: true }],
    ['a payment that did not ask for it is refused', undefined, {}],
  ])('%s', async (_, redirectURL, options) => {
    const { page, origin } = await frameOf((shopOrigin) =>
      linkFor(redirectURL ?? `${shopOrigin}/return`, options)(),
    )
    const refused = page.waitForEvent('requestfailed')
    await page.goto(origin)
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
  })
})
