import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Client } from '@temporalio/client'
import { listen } from '../../../src/http/listen.ts'
import { createLog } from '../../../src/process/log.ts'
import { createMetrics } from '../../../src/process/metrics.ts'
import { createOperatorApp } from '../../../src/operator/app.ts'
import { listPages } from '../../../src/operator/pages/list-pages.ts'
import { paymentPages } from '../../../src/operator/pages/payment-pages.ts'
import { batchPage, settlementPage } from '../../../src/operator/pages/settlement-page.tsx'
import { settlementRoutes } from '../../../src/operator/settlement-routes.ts'
import { waitingApprovals } from '../../../src/postgres/approvals.ts'
import { execute } from '../../../src/postgres/db.ts'
import { giveToken, openSession, saveOperator } from '../../../src/postgres/operators.ts'
import type { OperatorRole } from '../../../src/postgres/operators.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'
import { listAudit, writtenAfterTheAnswer } from '../../support/list-audit.ts'
import { recordPayments } from '../../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** The pages on a database; what needs Temporal is seen in a browser, on a whole stack. */
async function start() {
  const { url: databaseUrl, pool } = await freshDatabase()
  const { keyRing, path } = await freshKeyRing()
  const metrics = createMetrics('api')
  const parts = { db: pool, client: {} as Client, keyRing, metrics }
  const places = { namespace: 'n', temporalUi: undefined, providerLog: undefined }
  const app = createOperatorApp({
    log: createLog('api', 'silent'),
    metrics,
    health: { draining: false, checks: {} },
    operatorToken: 'figures',
    operators: { db: pool, uiUrl: undefined, secure: false },
    routers: [listPages(parts), settlementRoutes(parts), paymentPages({ ...parts, ...places })],
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const env = process.env
  process.env = { ...env, DATABASE_URL: databaseUrl, KEYS_FILE: path, ENVIRONMENT: 'sandbox' }
  onTestFinished(async () => {
    process.env = env
    metrics.registry.clear()
    await server.stop(100)
  })
  const url = `http://127.0.0.1:${String(server.port)}`
  const as = async (name: string, role: OperatorRole) => {
    await saveOperator(pool, { name, role }, 'test')
    await giveToken(pool, name, 1)
    const cookie = `tollgate_operator=${await openSession(pool, name)}`
    return async (path: string, form?: Record<string, string>, origin = url) => {
      const answer = await fetch(`${url}${path}`, {
        redirect: 'manual',
        headers: { cookie, accept: 'text/html', ...(form && { origin }) },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      const location = answer.headers.get('location')
      return { status: answer.status, location, text: await answer.text() }
    }
  }
  return { pool, as, metrics, payments: recordPayments(pool, sandbox.url) }
}

describe('the search page', () => {
  test('leads from the beginning of an id to the payment, and lists what is like the question', async () => {
    const { as, payments, pool } = await start()
    const ask = await as('anna', 'viewer')
    const [one, other] = [await payments.sale(), await payments.sale()]
    const { merchantId } = await payments.read(one)
    await execute(pool, `insert into merchant (mid, kind, name) values ($1, 'merchant', 'Shop')`, [
      merchantId,
    ])
    expect((await ask(`/payments?id=pay/${one}`)).location).toBe(`/payments/${one}`)
    const all = await ask('/payments?amount=100&status=completed')
    expect([all.text.includes(one), all.text.includes(other)]).toEqual([true, true])
    expect(all.text).toContain(`title="${one}">${one.slice(0, 12)}<`)
    const byOrder = await ask(`/payments?order=${other}`)
    const shows = (id: string) => byOrder.text.includes(`title="${id}"`)
    expect([shows(one), shows(other)]).toEqual([...[false, true]])
    expect((await ask('/payments?id=nobody')).text).toContain('No payment is like that')
    expect((await ask('/payments?from=never')).status).toBe(200)
  })

  test('holds no address of a payer, neither in its own address nor in what is shown', async () => {
    const { as, payments } = await start()
    const ask = await as('anna', 'viewer')
    const id = await payments.sale({ customer: { email: 'Payer.One@example.com' } })
    await payments.sale()
    const led = await ask('/search', { q: ' payer.one@EXAMPLE.com ' })
    expect(led.location).toMatch(/^\/payments\?emailHash=[0-9a-f]{64}$/)
    const { text } = await ask(led.location ?? '')
    expect(text).toContain(`title="${id}"`)
    expect(text).not.toMatch(/example\.com/i)
  })

  test('has one box for all that somebody may remember, which opens the only payment it finds', async () => {
    const { as, payments, pool } = await start()
    const ask = await as('anna', 'viewer')
    const order = { amountMinor: 4_711, currency: 'PLN', extOrderId: 'order/77' }
    const one = await payments.sale({ order: order as never })
    const others = [await payments.sale(), await payments.sale()]
    const { merchantId, instrument } = await payments.read(one)
    await execute(pool, `insert into merchant (mid, kind, name) values ($1, 'merchant', 'Shop')`, [
      merchantId,
    ])
    const find = async (q: string) => {
      const { status, location } = await ask('/search', { q })
      expect(status).toBe(303)
      return ask(location ?? '')
    }
    for (const text of ['order/77', '47,11', '47.11', one, one.slice(0, 12), `pay/${one}`])
      expect((await find(text)).location, text).toBe(`/payments/${one}`)
    const lastFour = instrument?.cardMask?.slice(-4) ?? ''
    const { text } = await find(lastFour)
    for (const id of [one, ...others]) expect(text).toContain(`title="${id}"`)
    expect(text).toContain(`value="${lastFour}"`)
    expect((await find('nothing like it')).text).toContain('No payment is like that')
  })
})

describe('an action', () => {
  test('is asked about first, then carried out as the command is, with its audit', async () => {
    const { as, payments, pool } = await start()
    const anna = await as('anna', 'operator')
    const id = await payments.sale()
    const page = `/payments/${id}/do/refund`
    expect((await anna(page)).text).toContain('until another person has agreed')
    expect(await waitingApprovals(pool)).toEqual([])
    expect((await anna(page, { reason: ' ' })).status).toBe(400)
    const asked = await anna(page, { reason: '--by=jan', amount: '1,50' })
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('waits for another')])
    expect(asked.text).toContain('<h2>Waits for approval</h2>')
    expect(asked.text).not.toMatch(/<h2>Done|npm run/)
    const [approval] = await waitingApprovals(pool)
    expect(approval).toMatchObject({
      paymentId: id,
      requestedBy: 'anna',
      reason: '--by=jan',
      command: { name: 'refund', amountMinor: 150 },
    })
    expect(await listAudit(pool, id)).toMatchObject([
      { operator: 'anna', action: 'payment.refund', outcome: 'requested' },
    ])
    await writtenAfterTheAnswer(() => listAudit(pool, page)).toContainEqual(
      expect.objectContaining({ operator: 'anna', action: 'port.post', outcome: '200' }),
    )
  })

  test('is refused as the command is: one role too low, or the one who asked', async () => {
    const { as, payments, pool } = await start()
    const anna = await as('anna', 'approver')
    const [eva, olek] = [await as('eva', 'viewer'), await as('olek', 'operator')]
    const id = await payments.sale()
    const refused = await eva(`/payments/${id}/do/refund`, { reason: 'why not' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('needs operator')])
    await anna(`/payments/${id}/do/cancel`, { reason: 'fraud' })
    const [approval] = await waitingApprovals(pool)
    const decide = `/approvals/${approval?.id ?? ''}/do/approve`
    expect((await anna('/approvals')).text).not.toContain(decide)
    expect((await olek('/approvals')).text).not.toContain(decide)
    expect((await olek(decide, {})).text).toContain('needs approver')
    const own = await anna(decide, {})
    expect([own.status, own.text]).toEqual([409, expect.stringContaining('another person')])
    const jan = await as('jan', 'approver')
    expect((await jan('/approvals')).text).toContain(decide)
    expect((await jan(decide.replace('approve', 'refuse'), {})).text).toContain('cancel refused')
    expect(await waitingApprovals(pool)).toEqual([])
  })

  test('from a page of somebody else is refused, and changes nothing', async () => {
    const { as, payments, pool } = await start()
    const anna = await as('anna', 'administrator')
    const id = await payments.sale()
    const page = `/payments/${id}/do/refund`
    const forged = await anna(page, { reason: 'gift' }, 'https://evil.example')
    expect(forged.status).toBe(403)
    expect(await waitingApprovals(pool)).toEqual([])
  })

  test('that the payment does not allow is not there', async () => {
    const { as, payments } = await start()
    const anna = await as('anna', 'operator')
    const id = await payments.sale()
    expect((await anna(`/payments/${id}/do/capture`)).status).toBe(404)
    expect((await anna('/payments/nobody/do/hold')).status).toBe(404)
    expect((await anna('/approvals/nobody/do/approve')).status).toBe(404)
    expect((await anna('/settlement/do/run?provider=--by')).status).toBe(404)
    expect((await anna('/notifications/do/resend?payment=--from')).status).toBe(404)
  })
})

describe('figures', () => {
  test('tell the approval rate, the reasons and how long providers took, drawn and as tables', async () => {
    const { as, payments, metrics } = await start()
    const ask = await as('anna', 'viewer')
    for (let count = 0; count < 3; count += 1) await payments.sale()
    await payments.sale({ earlyReject: 'UNSUPPORTED_BIN' })
    metrics.providerDurationSeconds.observe({ provider: 'acquirer', operation: 'authorize' }, 0.2)
    const { text } = await ask('/figures?range=1h')
    expect(text).toContain('75.0 % of 4 payments were approved in the last hour')
    expect(text).toMatch(/>UNSUPPORTED_BIN<\/td><td[^>]*>1<\/td>/)
    expect(text).toMatch(
      /<figure class="chart" role="img" aria-label="75.0 % of 4[^>]*data-chart="/,
    )
    expect(text).toMatch(/>acquirer<\/td><td[^>]*>1<\/td><td[^>]*>175 ms<\/td>/)
    expect((await ask('/figures')).text).toMatch(/aria-current="true">last 24 hours</)
    const today = new Date().toISOString().slice(0, 10)
    expect((await ask(`/figures?from=${today}`)).text).toContain('75.0 % of 4 payments')
    const past = await ask('/figures?from=2020-01-01&to=2020-01-31')
    expect(past.text).toContain('No payment has ended yet')
  })
})

test('an endpoint that said that it is gone is used again from the page of notifications', async () => {
  const { as, pool } = await start()
  const [anna, eva] = [await as('anna', 'operator'), await as('eva', 'viewer')]
  const paused = async () => (await anna('/notifications')).text.includes('said that they are gone')
  expect(await paused()).toBe(false)
  await execute(
    pool,
    `insert into merchant (mid, kind, name, notification_url, notifications_paused)
     values ('shop', 'merchant', 'Shop', 'https://shop.example/notify', true)`,
  )
  const resume = '/notifications/do/resume?merchant=shop'
  expect((await eva('/notifications')).text).toContain('https://shop.example/notify')
  expect((await eva('/notifications')).text).not.toContain(resume)
  expect((await anna('/notifications')).text).toContain(resume)
  expect((await anna(resume)).text).toContain('Use it again')
  expect((await anna(resume, {})).text).toContain('go on')
  expect(await paused()).toBe(false)
})

test('a workflow that a bad build has led astray is begun again by two people, from its page', async () => {
  const { as, payments, pool } = await start()
  const [anna, jan] = [await as('anna', 'operator'), await as('jan', 'approver')]
  const id = await payments.sale()
  const asked = await anna(`/payments/${id}/do/rebuild`, { reason: 'build 3f2a9c1 was bad' })
  expect(asked.text).toContain('waits for another person')
  const [approval] = await waitingApprovals(pool)
  expect(approval).toMatchObject({ paymentId: id, command: { name: 'rebuild' } })
  const { text } = await jan('/approvals')
  expect(text).toContain('begin its workflow again from the last good task')
  expect(text).toContain(`title="${id}">${id.slice(0, 12)}<`)
  expect(text).toContain(`/approvals/${approval?.id ?? ''}/do/approve`)
})

test('settlement and notifications are pages for people and JSON for programs', async () => {
  const { as } = await start()
  const ask = await as('anna', 'operator')
  expect((await ask('/settlement')).text).toContain('There is no batch yet')
  expect((await ask('/notifications?state=all')).text).toContain('What merchants were told')
  expect((await ask('/notifications/do/resume?merchant=nobody', {})).text).toContain('no merchant')
})

test('what payers, merchants and providers write is text on every page', async () => {
  const nasty = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`
  const { as, payments, pool } = await start()
  const ask = await as('anna', 'viewer')
  const order = { amountMinor: 10_000, currency: 'PLN', extOrderId: nasty, description: nasty }
  const paymentId = await payments.sale({ order: order as never })
  await execute(pool, 'insert into merchant (mid, kind, name) values ($1, $2, $3)', [
    ...[(await payments.read(paymentId)).merchantId, 'merchant', nasty],
  ])
  const batch = { batchId: nasty, provider: nasty, state: nasty, cutoff: new Date() }
  const texts = { batchId: nasty, kind: nasty, status: nasty, reference: nasty }
  const difference = { ...texts, line: 1, reportedMinor: 100, bookedMinor: null, currency: 'QQQ' }
  const anna = { name: nasty, role: 'viewer' } as const
  const pages = [
    settlementPage([batch as never], [difference as never], anna),
    batchPage(batch as never, [difference as never], anna),
  ]
  const places = ['/payments', '/settlement', '/notifications', '/approvals']
  const search = `/payments?order=${encodeURIComponent(nasty)}&id=${encodeURIComponent(nasty)}`
  for (const path of [...places, search]) {
    const { status, text } = await ask(path)
    expect(status, path).toBe(200)
    pages.push(text)
  }
  for (const page of pages) expect(page).not.toMatch(/<img src=x|<script(?! src="\/assets\/)/)
})
