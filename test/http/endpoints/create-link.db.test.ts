import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkApp } from '../support/link-app.ts'
import type { LinkApp } from '../support/link-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: LinkApp
beforeAll(async () => {
  app = await startLinkApp()
})
afterAll(() => app.close())

const TICKET = { amount: 25, currency: 'PLN', description: 'A ticket' }

test('201: for one use, with an address to share, and audited', async () => {
  const { status, body } = await app.send('POST', '/links', TICKET)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...TICKET,
    status: 'ACTIVE',
    uses: 1,
    paid: 0,
    open: 0,
    collect: [],
    url: expect.stringMatching(new RegExp(`/pay/l/${body.linkId}$`)),
  })
  expect(await app.audit(body.linkId)).toEqual([
    { action: 'link.create', operator: 'merchant/shop' },
  ])
})

test('201: everything that a link may have is read back', async () => {
  const given = {
    minAmount: '5.00',
    maxAmount: 100,
    currency: 'EUR',
    description: 'A gift',
    uses: 'unlimited',
    expiresAt: '2099-01-01T00:00:00.000Z',
    method: 'CARD',
    redirectURL: 'https://shop.example/thanks',
    collect: ['name', 'phone', 'address'],
  }
  const { body } = await app.send('POST', '/links', given)
  expect(body).toMatchObject({ ...given, minAmount: 5, maxAmount: 100 })
  expect(body).not.toHaveProperty('amount')
})

test('201: the same request under the same key is one link', async () => {
  const headers = { 'idempotency-key': 'a-link' }
  const ask = () => app.call('POST', '/links', { token: app.tokens.shop, body: TICKET, headers })
  const [first, second] = [await ask(), await ask()]
  expect(second.body).toEqual(first.body)
  const { links } = (await app.get('/links?limit=100')).body
  expect(
    links.filter(({ linkId }: { linkId: string }) => linkId === first.body.linkId),
  ).toHaveLength(1)
})

test.each([
  { amount: undefined },
  { amount: -1 },
  { amount: 1.001 },
  { minAmount: 1, maxAmount: 2 },
  { amount: undefined, minAmount: 1 },
  { amount: undefined, minAmount: 5, maxAmount: 2 },
  { description: undefined },
  { currency: 'QQQ' },
  { uses: 0 },
  { uses: 'many' },
  { uses: 2, extOrderId: 'order-1' },
  { expiresAt: '2020-01-01T00:00:00Z' },
  { redirectURL: 'javascript:alert(1)' },
  { collect: ['password'] },
  { method: 'UNKNOWN' },
])('400: %o', async (given) => {
  expectProblem(await app.send('POST', '/links', { ...TICKET, ...given }), 'invalid_request')
})

test('403: an agent', async () => {
  expectProblem(await app.send('POST', '/links', TICKET, app.tokens.agent), 'forbidden')
})
