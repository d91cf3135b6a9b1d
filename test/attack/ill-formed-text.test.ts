import { afterAll, describe, expect, test } from 'vitest'
import { one } from '../../src/postgres/db.ts'
import { card, visa } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import { device, paymentBody } from '../support/merchant.ts'
import { shop, stack } from '../support/world.ts'
import { openPool } from '../support/open-pool.ts'

const db = openPool(stack.postgres, { applicationName: 'attack' })
afterAll(() => db.end())

/** Everything that a merchant can say about a payment in words. */
const everything = () => ({
  ...paymentBody(shop.merchantId, { instrument: card(visa(100)) }),
  merchant: {
    merchantId: shop.merchantId,
    merchantName: 'a',
    name: 'a',
    mcc: '5999',
    terminalId: 'a',
    taxId: 'a',
    amexMerchantId: 'a',
    dpaId: 'a',
    organizationId: 'a',
    redirectURL: 'https://shop.example/return',
    location: { street: 'a', postal: 'a', state: 'a', city: 'a' },
  },
  customer: {
    email: 'payer@example.com',
    extCustomerId: 'a',
    name: 'a',
    firstName: 'a',
    lastName: 'a',
    extAccountNo: 'a',
    billing: { street: 'a', postal: 'a', state: 'a', city: 'a' },
    phone: { countryCode: '48', phoneNo: '600100200' },
  },
  device: {
    ...device,
    name: 'a',
    browserData: { ...device.browserData, userAgent: 'a', acceptHeader: 'a' },
  },
  order: {
    amount: 1.23,
    currency: 'PLN',
    extOrderId: 'a',
    description: 'a',
    shipping: { to: 'a' },
  },
  options: { language: 'pl' },
  consents: [{ text: 'a' }],
})

const poisons: Record<string, unknown> = {
  'half a character': '\ud83d',
  'the other half': 'x\ude00',
  'a NUL': 'a\0b',
  'control characters': '\u0001\u001b[2J\u0085',
  'an overlong text': 'a'.repeat(9_000),
  'a number beyond all numbers': '__1e999__',
  'a list': ['a'],
  'deep nesting': JSON.parse('{"a":'.repeat(12) + '1' + '}'.repeat(12)) as object,
  'a name of every object': { __proto__: 'x', constructor: { prototype: 'y' } },
}

const held = async (): Promise<number> => {
  const sql = 'select count(*)::int as count from payment where held is not null'
  return (await one<{ count: number }>(db, sql, [])).count
}

describe.each(Object.entries(poisons))('%s in the place of any text', (_, poison) => {
  test('is refused or harmless: no payment is held', async () => {
    const before = await held()
    const accepted: string[] = []
    for (const path of textsIn(everything())) {
      const body = JSON.stringify(poisoned(everything(), path, poison)).replace(
        '"__1e999__"',
        '1e999',
      )
      const headers = { 'content-type': 'application/json' }
      const answer = await shop.call('POST', '/payment', body, headers)
      expect([200, 400, 403, 422], `${path.join('.')}: ${answer.text}`).toContain(answer.status)
      if (answer.status === 200) accepted.push(answer.body.paymentId as string)
    }
    for (const id of accepted) await shop.reaches(id, ['COMPLETED', 'REJECTED', 'NEW'])
    expect(await held()).toBe(before)
  })
})

test.each(['refund', 'cancel', 'capture'])(
  'a %s with half a character is refused, and the payment goes on',
  async (command) => {
    const { paymentId } = await shop.completed()
    const answer = await shop.command(paymentId, command, { description: '\ud83d' })
    expect(answer.status).toBe(400)
    await shop.order(paymentId, 'refund', { amount: 1 })
  },
)

test('what a payer types on the page holds nothing', async () => {
  const { paymentId, redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
  const opened = await send(String(redirectURL))
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = `${stack.api}/pay/p/${String(paymentId)}`
  const csrf = /name="csrf" value="([^"]+)"/.exec(
    (await send(page, { headers: { cookie } })).text,
  )?.[1]
  for (const language of ['%ED%A0%80', '%00', 'pl%00', 'a'.repeat(900)]) {
    const body = `form=DEVICE&csrf=${csrf ?? ''}&javascriptEnabled=true&language=${language}`
    const type = 'application/x-www-form-urlencoded'
    const headers = { cookie, 'content-type': type }
    const answer = await send(`${page}/instrument`, { method: 'POST', body, headers })
    expect(answer.status).toBeLessThan(500)
  }
  expect((await shop.status(String(paymentId))).status).toBe('NEW')
  expect((await sendForm(`${page}/method`, { threeDSMethodData: 'AAA' })).status).toBe(200)
})

type Path = (string | number)[]

function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]))
}

function poisoned(body: object, path: Path, poison: unknown): object {
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>(
      (at, name) => at[name] as Record<string, unknown>,
      body as Record<string, unknown>,
    )
  parent[path.at(-1) ?? ''] = poison
  return body
}
