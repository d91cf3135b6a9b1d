import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf, keys, startSandbox, until } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  // Long enough that a busy machine sees the order wait before it is paid.
  sandbox = await startSandbox({ laterMs: 1_500 })
})
afterAll(() => sandbox.stop())

const newOrder = () => `${randomBytes(8).toString('hex')}-pbl-${randomBytes(3).toString('hex')}`

const order = (orderId: string, bank = 'SIMBANK') =>
  sandbox.post('/bank/payments', {
    orderId,
    bank,
    amountMinor: 12_345,
    currency: 'PLN',
    title: 'Order <1>',
    returnURL: `${sandbox.gateway.url}/back?lang=pl`,
    validUntil: '2030-01-01T00:00:00.000Z',
  })
const ask = async (orderId: string) => (await sandbox.get(`/bank/payments/${orderId}`)).body
const cancel = async (orderId: string) =>
  (await sandbox.post(`/bank/payments/${orderId}/cancel`)).body

/** A payer who has the bank's page open. */
async function visit(orderId: string) {
  const { redirectURL } = (await order(orderId)).body
  const page = await (await fetch(redirectURL)).text()
  const { action, fields } = formOf(page)
  return { page, decide: (decision: string) => sandbox.submit(action, { ...fields, decision }) }
}

test('the banks: two open, one closed, each with a sign', async () => {
  const { body } = await sandbox.get('/bank/banks')
  expect(
    body.map((bank: Record<string, unknown>) => [bank.bank, bank.bankId, bank.available]),
  ).toEqual([
    ['SIMBANK', 1, true],
    ['OTHERBANK', 2, true],
    ['CLOSEDBANK', 3, false],
  ])
  const icon = await fetch(body[0].iconURL)
  expect(icon.headers.get('content-type')).toMatch(/^image\/svg/)
  expect((await fetch(`${sandbox.url}/bank/banks`)).status).toBe(401)
})

test('a closed bank and an unknown one take no orders', async () => {
  const closed = await order(newOrder(), 'CLOSEDBANK')
  expect(closed).toMatchObject({ status: 409, body: { error: 'bank_unavailable' } })
  expect((await order(newOrder(), 'OTHER')).status).toBe(400)
})

describe('the page', () => {
  test('pay: paid, and the browser is sent back with a checkable hash', async () => {
    const orderId = newOrder()
    const { page, decide } = await visit(orderId)
    expect(page).toContain('123.45 PLN')
    expect(page).toContain('Order &lt;1&gt;')
    expect(page).not.toContain('<script')
    const back = await decide('pay')
    const Hash = createHash('sha256').update(`SERVICE|${orderId}|${keys.bank}`).digest('hex')
    expect(back.status).toBe(303)
    const location = new URL(back.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      lang: 'pl',
      ServiceID: 'SERVICE',
      OrderID: orderId,
      Hash,
    })
    expect(await ask(orderId)).toMatchObject({ orderId, status: 'PAID' })
    expect((await ask(orderId)).transactionId).toBeTruthy()
    await decide('pay')
    expect((await sandbox.log(orderId)).filter((row) => row.processed)).toHaveLength(1)
  })

  test('decline: declined, for ever', async () => {
    const orderId = newOrder()
    const { decide } = await visit(orderId)
    expect((await decide('decline')).status).toBe(303)
    await decide('pay')
    expect((await ask(orderId)).status).toBe('DECLINED')
  })

  test('later: back at once, paid after a while', async () => {
    const orderId = newOrder()
    const { decide } = await visit(orderId)
    expect((await decide('later')).status).toBe(303)
    expect((await ask(orderId)).status).toBe('PENDING')
    await until(async () => (await ask(orderId)).status === 'PAID')
  })

  test('opens only with the right hash', async () => {
    const orderId = newOrder()
    const { redirectURL } = (await order(orderId)).body
    expect((await fetch(redirectURL.replace(/Hash=../, 'Hash=xx'))).status).toBe(400)
    const forged = { OrderID: orderId, ServiceID: 'SERVICE', Hash: 'x', decision: 'pay' }
    expect((await sandbox.submit('/bank/decision', forged)).status).toBe(400)
    expect((await ask(orderId)).status).toBe('PENDING')
  })
})

describe('cancelling', () => {
  test('a waiting order; a payer with the page open may still pay it late', async () => {
    const orderId = newOrder()
    const { decide } = await visit(orderId)
    expect((await cancel(orderId)).status).toBe('CANCELLED')
    await decide('pay')
    expect((await ask(orderId)).status).toBe('PAID')
  })

  test('comes too late for a paid order', async () => {
    const orderId = newOrder()
    await (await visit(orderId)).decide('pay')
    expect((await cancel(orderId)).status).toBe('PAID')
  })

  test('an order that never came closes it for ever', async () => {
    const orderId = newOrder()
    expect((await sandbox.get(`/bank/payments/${orderId}`)).status).toBe(404)
    expect((await cancel(orderId)).status).toBe('CANCELLED')
    const { body } = await order(orderId)
    expect(body.status).toBe('CANCELLED')
    expect((await fetch(body.redirectURL)).status).toBe(400)
  })
})

test('a transfer is refunded up to what was paid', async () => {
  const orderId = newOrder()
  await (await visit(orderId)).decide('pay')
  const refund = async (amountMinor: number) => {
    const body = { reference: newOrder(), originalReference: orderId, amountMinor, currency: 'PLN' }
    return (await sandbox.post('/bank/refunds', body)).body.status
  }
  expect(await refund(12_346)).toBe('REJECTED')
  expect(await refund(12_345)).toBe('COMPLETED')
  expect(await refund(1)).toBe('REJECTED')
})
