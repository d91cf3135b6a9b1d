import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOfDay } from '../../src/portal/pages/payments.tsx'
import { Refused } from '../../src/http/refused.ts'
import { OTHER, SHOP } from '../http/support/test-app.ts'
import { startSettledApp } from '../http/support/settled-app.ts'
import { listAudit } from '../support/list-audit.ts'
import { usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

const world = usePortal(startSettledApp)
let support: TestBrowser
let supportId: string
let owner: TestBrowser
let paymentId: string

beforeAll(async () => {
  const { app, portal } = world
  paymentId = await app.payments.sale()
  await app.payments.command(paymentId, { name: 'refund', amountMinor: 100 } as never)
  app.memory.put(await app.payments.read(paymentId))
  const entered = await portal.enter(SHOP.merchantId, 'sam', 'support')
  ;[support, supportId] = [entered.browser, entered.personId]
  owner = (await portal.enter(SHOP.merchantId, 'olga', 'owner')).browser
})
beforeEach(async () => {
  const { refunds } = await world.app.payments.read(paymentId)
  world.app.memory.sent.length = 0
  world.app.memory.answerWith({ accepted: true, refundId: refunds[0]!.refundId } as never)
})

const keyIn = (text: string) => /name="key" value="([\w-]+)"/.exec(text)?.[1] ?? ''

describe('a refund', () => {
  const path = () => `/portal/payments/${paymentId}/refund`

  test('is asked for twice, and a double click is one order in the name of the person', async () => {
    const form = await support.get(path())
    expect(form.text).toContain('value="99"')
    expect(keyIn(form.text)).toBe('')
    const check = await support.get(`${path()}?check=1&amount=10,50&description=broken`)
    expect(check.text).toContain('PLN&nbsp;10.50'.replace('&nbsp;', '\u00a0'))
    expect(world.app.memory.sent).toEqual([])
    const fields = { key: keyIn(check.text), amount: '10.50', description: 'broken' }
    const answers = await Promise.all([support.post(path(), fields), support.post(path(), fields)])
    for (const { status, location } of answers) {
      expect(status).toBe(303)
      expect(location).toBe(`/portal/payments/${paymentId}?done=refund`)
    }
    expect(new Set(world.app.memory.sent.map(({ meta }) => meta.commandId)).size).toBe(1)
    expect(world.app.memory.sent[0]).toMatchObject({
      command: { name: 'refund', amountMinor: 1050, description: 'broken' },
      meta: { actor: `person/${supportId}/${SHOP.merchantId}` },
    })
    const audited = (await listAudit(world.app.pool)).find(
      ({ action }) => action === 'portal.refund',
    )
    expect(audited).toMatchObject({
      operator: `person/${supportId}/${SHOP.merchantId}`,
      outcome: 'done',
    })
  })

  test('whose answer is lost is offered again as the same order', async () => {
    const check = await support.get(`${path()}?check=1&amount=2`)
    const fields = { key: keyIn(check.text), amount: '2' }
    const { gateway } = world.app.services
    const { send } = gateway
    gateway.send = async (...args) => {
      await send(...args)
      throw new Refused('unavailable')
    }
    const lost = await support.post(path(), fields)
    gateway.send = send
    expect(lost.status).toBe(503)
    expect(lost.text).toContain('it is the same order and happens once')
    expect(keyIn(lost.text)).toBe(fields.key)
    expect((await support.post(path(), fields)).status).toBe(303)
    expect(world.app.memory.sent).toHaveLength(1)
  })

  test('that is refused says why, and the next try is another order', async () => {
    world.app.memory.answerWith({ accepted: false, code: 'insufficient_refund_balance' } as never)
    const check = await support.get(`${path()}?check=1&amount=3`)
    const key = keyIn(check.text)
    const refused = await support.post(path(), { key, amount: '3' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('It was refused:')
    expect(keyIn(refused.text)).not.toBe(key)
    const wrong = await support.post(path(), { key: keyIn(refused.text), amount: '10.005' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('amount')
  })

  test('without a key of a page only asks again', async () => {
    const answer = await support.post(path(), { amount: '1' })
    expect(answer.status).toBe(200)
    expect(keyIn(answer.text)).not.toBe('')
    expect(world.app.memory.sent).toEqual([])
  })
})

describe('a fraud warning', () => {
  const warned = async () => {
    const { payments, memory } = world.app
    const id = await payments.sale()
    await payments.command(id, { name: 'warn', warning: { warningId: 'w1', at: Date.now() } })
    memory.put(await payments.read(id))
    return `/portal/payments/${id}`
  }

  test('offers the refund of all that is left as one click, and a double click is one order', async () => {
    const path = await warned()
    const page = await support.get(path)
    expect(page.text).toContain('the payer’s bank holds this payment for fraud')
    expect(page.text).toContain('Refund now')
    const fields = { key: keyIn(page.text), description: 'Fraud warning' }
    await Promise.all([`${path}/refund`, `${path}/refund`].map((to) => support.post(to, fields)))
    const { sent } = world.app.memory
    expect(sent.map(({ command }) => command)).toEqual([
      { name: 'refund', description: 'Fraud warning' },
    ])
  })

  test('is only shown to whoever may not refund', async () => {
    const { browser } = await world.portal.enter(SHOP.merchantId, 'vera', 'accountant')
    const { text } = await browser.get(await warned())
    expect(text).toContain('the payer’s bank holds this payment for fraud')
    expect(text).not.toContain('Refund now')
  })
})

test('a hold is captured, and an open payment cancelled, by the same two pages', async () => {
  const hold = await world.app.payments.sale({
    options: { transKind: 'PREAUTH', validTime: 1800 },
  } as never)
  world.app.memory.put(await world.app.payments.read(hold))
  world.app.memory.answerWith({ accepted: true } as never)
  const page = await support.get(`/portal/payments/${hold}`)
  expect(page.text).toContain(`/portal/payments/${hold}/capture`)
  for (const [action, command] of [
    ['capture', { name: 'capture', amountMinor: 4000 }],
    ['cancel', { name: 'cancel', by: 'merchant' }],
  ] as const) {
    const check = await support.get(`/portal/payments/${hold}/${action}?check=1&amount=40`)
    const amount = action === 'capture' ? { amount: '40' } : {}
    const fields = { key: keyIn(check.text), ...amount }
    expect((await support.post(`/portal/payments/${hold}/${action}`, fields)).status).toBe(303)
    expect(world.app.memory.sent.at(-1)).toMatchObject({ command })
  }
})

test('a payment shows what was said to whom, what comes next, and why it failed', async () => {
  const { text } = await support.get(`/portal/payments/${paymentId}`)
  for (const told of [
    'payment.completed',
    'refund.completed',
    '"Type">Refund',
    'What happens next',
  ])
    expect(text).toContain(told)
  expect(text).toContain('Refunds end')
  const { text: polish } = await support.get(`/portal/payments/${paymentId}`, {
    'accept-language': 'pl-PL',
  })
  expect(polish).toContain('Co będzie dalej')
  expect(polish).toContain('<html lang="pl-PL">')
})

test('the list is that of the API: its filters, its pages, its merchant', async () => {
  for (let made = 0; made < 21; made += 1) await world.app.payments.sale()
  const first = await support.get('/portal/payments?status=COMPLETED&amountFrom=99,99')
  const links = (text: string) =>
    [...text.matchAll(/href="\/portal\/payments\/([a-z]+)"/g)].map(([, id]) => id)
  expect(links(first.text)).toHaveLength(20)
  const [, next = ''] = /href="([^"]*cursor=[^"]*)"/.exec(first.text) ?? []
  const second = await support.get(next.replaceAll('&amp;', '&'))
  expect(links(second.text).length).toBeGreaterThan(1)
  expect(links(first.text).filter((id) => links(second.text).includes(id))).toEqual([])
  expect(links((await support.get('/portal/payments?createdTo=2020-01-01')).text)).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect(links((await support.get(`/portal/payments?createdFrom=${today}`)).text)).toHaveLength(20)
  const found = async (filter: string) =>
    links((await support.get(`/portal/payments?${filter}`)).text).length
  const [, card = ''] = /(\d{6}\*{6}\d{4})/.exec(first.text) ?? []
  expect(await found(`cardMask=${encodeURIComponent(card)}`)).toBe(20)
  expect(await found(`cardMask=+${card.slice(-4)}+`)).toBe(20)
  expect([await found('cardMask=9999'), await found('reference=nobody')]).toEqual([0, 0])
  expect(await found('updatedTo=2020-01-01')).toBe(0)
  expect(await found('updatedFrom=2020-01-01')).toBe(20)
  for (const wrong of [
    'cardMask=400000',
    'updatedFrom=tomorrow',
    'amountFrom=ten',
    'createdFrom=yesterday',
    'cursor=made-up',
    'status=LOST',
  ]) {
    const answer = await support.get(`/portal/payments?${wrong}`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This filter is not understood')
  }
  const stranger = await world.portal.join(OTHER.merchantId, 'stranger', 'owner')
  const other = await world.portal.browserOf(stranger.personId)
  expect(links((await other.get('/portal/payments')).text)).toEqual([])
})

test.each([
  ['2026-01-15', 0, '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', 0, '2026-07-14T22:00:00.000Z'],
  ['2026-07-15', 1, '2026-07-15T22:00:00.000Z'],
  ['2026-03-29', 0, '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 1, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 1, '2026-10-25T23:00:00.000Z'],
  ['soon', 0, 'soon'],
])('the day %s and %i more begins in Warsaw at %s', (day, later, at) => {
  expect(startOfDay(day, later)).toBe(at)
})

test('the overview counts, draws and says the same in a table', async () => {
  const hold = await world.app.payments.sale({
    options: { transKind: 'PREAUTH', validTime: 1800 },
  } as never)
  const { text } = await owner.get('/portal')
  const next = /What happens next, and when.*?<\/table>/s.exec(text)?.[0] ?? ''
  expect(next).toMatch(new RegExp(`The hold is released.*/portal/payments/${hold}`, 's'))
  expect(next).toMatch(/The next settlement.*href="\/portal\/settlements"/s)
  expect(text).toMatch(/data-chart="{[^"]*&quot;times&quot;:\[&quot;\d{4}-/)
  expect(text).toMatch(/Approval by method.*Card.*100% \(\d+ of \d+\)/s)
})

test('a key and the secret of a webhook are shown once', async () => {
  const made = await owner.post('/portal/keys', {
    name: 'till',
    scope_read: '1',
    scope_refunds: '1',
  })
  const key = /tgk_[a-z_]+/.exec(made.text)?.[0] ?? ''
  expect((await world.app.get('/payments', key)).status).toBe(200)
  expect((await owner.get('/portal/keys')).text).not.toContain(key)
  expect((await owner.post('/portal/keys', { name: 'nothing' })).status).toBe(400)
  const keyId = key.split('_')[1]!
  expect((await owner.post(`/portal/keys/${keyId}/end`)).location).toBe('/portal/keys')
  expect((await world.app.get('/payments', key)).status).toBe(401)
  const webhook = await owner.post('/portal/webhooks', {
    url: 'https://shop.example/portal',
    'type_payment.completed': '1',
    'type_refund.completed': '1',
  })
  const secret = /class="secret" data-copy="Copy\|Copied">([^<]+)</.exec(webhook.text)?.[1] ?? ''
  expect(secret.length).toBeGreaterThan(20)
  const list = await owner.get('/portal/webhooks')
  expect(list.text).toContain('payment.completed, refund.completed')
  expect(list.text).not.toContain(secret)
})

test('settings are changed as PATCH /account changes them, and what is wrong is named', async () => {
  const saved = await owner.post('/portal/settings', { url: 'https://books.example' })
  expect(saved.location).toBe('/portal/settings?saved=1')
  const looks = { pageLanguage: 'en', pageColour: '#0c5f63', pageAttempts: '3' }
  expect((await owner.post('/portal/looks', looks)).location).toBe('/portal/looks?saved=1')
  const { body } = await world.app.get('/account')
  expect(body).toMatchObject({ url: 'https://books.example', pageLanguage: 'en', pageAttempts: 3 })
  const wrong = await owner.post('/portal/settings', { url: 'javascript:alert(1)' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('url')
  expect((await world.app.get('/account')).body.url).toBe('https://books.example')
})

test('a settlement comes as the same CSV file that the API gives', async () => {
  await world.app.settle()
  const accountant = await world.portal.join(SHOP.merchantId, 'ada', 'accountant')
  const browser = await world.portal.browserOf(accountant.personId)
  const page = await browser.get('/portal/settlements')
  const [, path = ''] = /href="([^"]+\/csv)"/.exec(page.text) ?? []
  const file = await browser.get(path)
  expect(file.headers.get('content-type')).toBe('text/csv;charset=utf-8')
  const id = path.split('/').at(-2) ?? ''
  expect(file.text).toBe((await world.app.get(`/settlements/${id}.csv`)).text)
})

test('events are listed from the latest on, with what was said and every attempt', async () => {
  const page = await support.get('/portal/events')
  const [, event = ''] = /href="(\/portal\/events\/[^"]+)"/.exec(page.text) ?? []
  const one = await support.get(event)
  expect(one.status).toBe(200)
  expect(one.text).toContain('What was said')
  expect(one.text).not.toContain('Send it again')
  expect((await owner.get(event)).text).toContain('Send it again')
})

test('what payers and merchants write is text on every page', async () => {
  const { app } = world
  const nasty = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`
  const order = { amountMinor: 10_000, currency: 'PLN', extOrderId: nasty, description: nasty }
  const customer = { email: 'payer@example.com', name: nasty }
  const id = await app.payments.sale({ order: order as never, customer })
  app.memory.put(await app.payments.read(id))
  const paths = [
    '',
    '/payments',
    `/payments/${id}`,
    `/payments/${id}/refund`,
    '/events',
    '/settlements',
  ]
  const search = `/payments?extOrderId=${encodeURIComponent(nasty)}`
  for (const path of [...paths, search]) {
    const { status, text } = await owner.get(`/portal${path}`)
    expect([status, /<img src=x|<script(?! src="\/portal\/assets\/)/.test(text)], path).toEqual([
      200,
      false,
    ])
  }
  expect((await owner.get(`/portal/payments/${id}`)).text).toContain('&lt;script')
})
