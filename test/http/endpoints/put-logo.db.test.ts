import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostedPage } from '../../support/hosted-page.ts'
import { jpegFile, pngOf, webpFile } from '../../support/sample-pictures.ts'
import { AGENT, SHOP } from '../support/test-app.ts'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, {}, { page: true })
})
afterAll(() => app.close())

const small = pngOf({ width: 12, height: 8 })
const put = (file: Buffer, token = app.bearer) =>
  app.call('PUT', '/account/logo', { token, body: { picture: file.toString('base64') } })
const change = (body: object) => app.call('PATCH', '/account', { token: app.bearer, body })
const pathOf = (logoURL: unknown) => new URL(String(logoURL)).pathname
const show = (path: string) => fetch(app.url + path)

test.each([
  ['image/png', small],
  ['image/jpeg', jpegFile],
  ['image/webp', webpFile],
])(
  '200: %s is served by us, to be drawn and nothing else, and kept by browsers',
  async (type, file) => {
    const { status, body } = await put(file)
    expect(status).toBe(200)
    const shown = await show(pathOf(body['logoURL']))
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(shown.headers.get('set-cookie')).toBeNull()
    expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(60)
  },
)

test('the payment page shows it from its own address; given back it stays, null takes it away', async () => {
  const { body: account } = await put(small)
  const path = pathOf(account['logoURL'])
  const { redirectURL } = await app.page()
  const page = await openHostedPage(app.url + new URL(redirectURL).pathname)
  expect((await page.show()).text).toContain(`<img src="${path}" alt height="40"`)
  const kept = await change({ logoURL: account['logoURL'], pageLanguage: 'en' })
  expect(kept.body['logoURL']).toBe(account['logoURL'])
  expect((await show(path)).status).toBe(200)
  const { body } = await change({ logoURL: null })
  expect(body).not.toHaveProperty('logoURL')
  expect((await show(path)).status).toBe(404)
  const { rows } = await app.pool.query({
    text: `select action from operator_audit where action like 'account.%' order by sequence desc limit 2`,
  })
  expect(rows).toEqual([{ action: 'account.change' }, { action: 'account.change' }])
})

test('another logo, uploaded or elsewhere, takes its place', async () => {
  const first = pathOf((await put(small)).body['logoURL'])
  const second = pathOf((await put(jpegFile)).body['logoURL'])
  expect((await show(first)).status).toBe(404)
  expect((await show(second)).status).toBe(200)
  await change({ logoURL: 'https://shop.example/logo.png' })
  expect((await show(second)).status).toBe(404)
  const { rows } = await app.pool.query({ text: 'select 1 from merchant_logo' })
  expect(rows).toEqual([])
})

test('a logo is found under its own merchant alone', async () => {
  const path = pathOf((await put(small)).body['logoURL'])
  const [, , , merchantId = '', file = ''] = path.split('/')
  for (const stranger of [
    path.replace(merchantId, 'other'),
    path.replace(merchantId, '..%2F..'),
    path.replace(file, `0${file.slice(1)}x`),
    path.replace('.png', '.svg'),
    path.replace('.png', '.jpg'),
  ])
    expect((await show(stranger)).status, stranger).toBe(404)
})

test.each([
  ['a script', Buffer.from('<script>alert(1)</script>')],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a bomb', pngOf({ width: 50_000, height: 50_000 }, { width: 12, height: 8 })],
  ['a large file', Buffer.concat([small, Buffer.alloc(200_000)])],
  ['nothing', Buffer.alloc(0)],
])('400: %s', async (_, file) => {
  expectProblem(await put(file), 'invalid_request')
})

test('400: what is not base64', async () => {
  const body = { picture: '<svg/>' }
  expectProblem(
    await app.call('PUT', '/account/logo', { token: app.bearer, body }),
    'invalid_request',
  )
})

test('413: a body that is longer than any logo', async () => {
  expectProblem(await put(Buffer.alloc(400_000)), 'body_too_large')
})

test('403: an agent', async () => {
  const agent = await app.token({ merchant: SHOP, agent: AGENT })
  expectProblem(await put(small, agent), 'forbidden')
})
