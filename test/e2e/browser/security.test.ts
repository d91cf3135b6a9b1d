import { describe, expect, test } from 'vitest'
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

  test('its size: all of it together is under 40 kB', async () => {
    const { get } = await open((await createLink()).redirectURL)
    const html = await (await get()).text()
    const files = [...html.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)]
    const sizes = await Promise.all(
      files.map(async ([, path = '']) => (await (await fetch(stack.api + path)).text()).length),
    )
    expect(files).toHaveLength(2)
    expect(sizes.reduce((total, size) => total + size, html.length)).toBeLessThan(40_000)
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
    expect(await page.locator('main a.button').getAttribute('href')).toMatch(
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
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    )
    expect(kept).toBe('[{},{}]')
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
