import { describe, expect, test } from 'vitest'
import { stack } from '../support/world.ts'

const address = (path: string) => new URL(path, stack.api).href

describe('/docs', () => {
  test('every link of every page leads somewhere, down to the heading it names', async () => {
    const pages = new Map<string, string>()
    const waiting = ['/docs']
    const broken: string[] = []
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue
      const response = await fetch(address(path))
      const text = await response.text()
      pages.set(path, text)
      if (response.status !== 200) broken.push(`${path} answers ${String(response.status)}`)
      if (!path.startsWith('/docs') || !response.headers.get('content-type')?.includes('html'))
        continue
      for (const [, href = ''] of text.matchAll(/<(?:a|link|script)[^>]+(?:href|src)="([^"]+)"/g))
        if (href.startsWith('/')) waiting.push(href.split('#')[0] ?? '')
    }
    for (const [path, text] of [...pages].filter(([, one]) => one.startsWith('<!doctype html>')))
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const [file = '', heading] = href.split('#')
        const target = file === '' ? text : (pages.get(file) ?? '')
        if (!/^(https?:|\/|#)/.test(href)) broken.push(`${path} links to ${href}`)
        if (heading !== undefined && !target.includes(`id="${heading}"`))
          broken.push(`${path} links to ${href}`)
      }
    expect(broken).toEqual([])
    expect(pages.size).toBeGreaterThan(60)
  })

  test('everything that a search finds is there', async () => {
    const index = (await (await fetch(address('/docs/search.json'))).json()) as { path: string }[]
    expect(index.length).toBeGreaterThan(150)
    const pages = new Map<string, string>()
    for (const { path } of index) {
      const [file = '', heading] = path.split('#')
      if (!pages.has(file)) pages.set(file, await (await fetch(address(file))).text())
      if (heading !== undefined) expect(pages.get(file), path).toContain(`id="${heading}"`)
    }
  })

  test('a page that does not exist offers the ways on, and says its addresses as they are here', async () => {
    const lost = await fetch(address('/docs/lost'), { headers: { accept: 'text/html' } })
    expect(lost.status).toBe(404)
    expect(await lost.text()).toContain('<a href="/docs">overview</a>')
    const guide = await (await fetch(address('/docs/guides/live-shop'))).text()
    expect(guide).toContain(`<a href="${stack.portal}/portal">`)
    expect(guide).toContain('<em>API keys</em>')
  })

  test('merchants find codes, test cards and notifications without the repository', async () => {
    const textOf = async (path: string) => (await fetch(address(path))).text()
    expect(await textOf('/docs/mistakes')).toContain('insufficient_refund_balance')
    expect(await textOf('/docs/mistakes')).toContain('INSUFFICIENT_FUNDS')
    expect(await textOf('/docs/test-data')).toContain('4000000000001216')
    expect(await textOf('/docs/notifications')).toContain('webhook-signature')
    for (const path of ['/docs/mistakes', '/docs/test-data', '/docs/notifications'])
      expect(await textOf(path)).not.toMatch(/npm run|\.tollgate|src\//)
  })

  test("a local stack's own credentials are filled in", async () => {
    const { merchantId = '', secret = '' } = stack.merchants[0] ?? {}
    const page = await (await fetch(address('/docs/operations/authenticateMerchant'))).text()
    expect(page).toContain(secret)
    expect(page).toContain(merchantId)
  })
})

test.each(['/llms.txt', '/llms-full.txt'])(
  '%s is plain text about every operation',
  async (path) => {
    const response = await fetch(address(path))
    const { status, headers } = response
    const text = await response.text()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('content-security-policy')).toBeTruthy()
    for (const name of ['createPayment', 'listEvents', 'createApiKey']) expect(text).toContain(name)
  },
)
