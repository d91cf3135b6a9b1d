import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyScopes } from '../../src/domain/key-scope.ts'
import { scopeOf } from '../../src/http/auth/key-scopes.ts'
import { takesBody } from '../../src/contract/document/operation.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { endpoints } from '../../src/http/routes.ts'
import { startSettledApp } from './support/settled-app.ts'
import type { SettledApp } from './support/settled-app.ts'

const guarded = endpoints.filter(({ resource }) => resource !== 'NONE')

let app: SettledApp
/** What belongs to the shop, by the names that paths have for it. */
let own: Record<string, string>
const keys: Record<string, string> = {}

beforeAll(async () => {
  app = await startSettledApp()
  const paymentId = await app.payments.sale()
  await app.payments.command(paymentId, { name: 'refund', amountMinor: 100 } as never)
  await app.settle()
  app.memory.put(await app.payments.read(paymentId))
  const post = async (path: string, body: object, token = app.tokens.shop) =>
    (await app.call('POST', path, { token, body })).body
  for (const scope of keyScopes)
    keys[scope] = (await post('/api-keys', { name: scope, scopes: [scope] })).key
  const everything = { name: 'everything', scopes: keyScopes }
  keys['stranger'] = (await post('/api-keys', everything, app.tokens.stranger)).key
  const { webhookId } = await post('/webhooks', { url: 'https://shop.example/hooks' })
  const { keyId } = await post('/api-keys', everything)
  const [settlement] = (await app.get('/settlements')).body.settlements
  const { refunds, transactions } = await app.payments.read(paymentId)
  own = {
    paymentId,
    id: paymentId,
    webhookId,
    keyId,
    eventId: `${paymentId}_1`,
    refundId: refunds[0]!.refundId,
    transId: transactions[0]!.transId,
    settlementId: settlement.settlementId,
  }
})
afterAll(() => app.close())

/** The call to an endpoint about what is the shop's. */
const call = (one: Endpoint, token: string) =>
  app.call(
    one.method.toUpperCase(),
    (one.base + one.path)
      .replace('/v1/ecommerce', '')
      .replace(/:(\w+)/g, (_, name: string) => own[name] ?? 'x'),
    { token, ...(takesBody(one.method) && { body: {} }) },
  )

test('every endpoint has a scope, or is for the secret alone', () => {
  const names = [...keyScopes, undefined].map((scope) => [
    scope ?? 'none',
    guarded.filter((one) => scopeOf(one) === scope).map(({ operationId }) => operationId),
  ])
  expect(Object.fromEntries(names)).toMatchSnapshot()
})

test.each([
  'getPayment',
  'getPaymentStatus',
  'listTransactions',
  'listRefunds',
  'getRefund',
  'getEvent',
  'getWebhook',
  'getSettlement',
  'downloadSettlement',
])("the shop's own key does read %s: there is something to leak", async (name) => {
  const one = guarded.find(({ operationId }) => operationId === name)!
  const { status, text } = await call(one, keys['read']!)
  expect(status, text).toBe(200)
})

test.each(guarded.map((one) => [one.operationId ?? '', one] as const))(
  "another merchant's key with every scope learns nothing of the shop from %s",
  async (_, one) => {
    const { status, text } = await call(one, keys['stranger']!)
    if (one.path.includes(':')) expect([400, 403, 404]).toContain(status)
    const names = Object.values(own).filter((id) => !one.path.includes(':') || id.length > 8)
    const found = names.filter((id) => text.includes(id))
    expect(found, `${String(status)} ${text}`).toEqual([])
  },
)

// Last: a key for settings ends the webhook, and one for payments may end the payment.
describe.each(keyScopes)('a key for %s', (scope) => {
  test.each(guarded.map((one) => [one.operationId ?? '', one] as const))(
    'opens %s when that is its scope, and not otherwise',
    async (_, one) => {
      const { status } = await call(one, keys[scope]!)
      if (scopeOf(one) === scope) expect([401, 403]).not.toContain(status)
      else expect(status).toBe(403)
    },
  )
})
