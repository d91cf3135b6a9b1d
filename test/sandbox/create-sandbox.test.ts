import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCard } from '../../src/sandbox/cards.ts'
import { scenarios } from '../../src/sandbox/scenarios.ts'
import { authorization, later, newReference } from './acquirer/requests.ts'
import { startSandbox, until } from './start-sandbox.ts'
import type { RunningSandbox } from './start-sandbox.ts'
import { areq } from './threeds/requests.ts'

let directory: string
let sandbox: RunningSandbox
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ directory })
})
afterEach(async () => {
  await sandbox.stop()
  rmSync(directory, { recursive: true })
})

async function restart() {
  await sandbox.stop()
  sandbox = await startSandbox({ directory })
}

describe('after a restart', () => {
  test('the acquirer knows every reference, counter and reversal', async () => {
    const sale = authorization(100)
    const first = (await sandbox.post('/acquirer/authorize', sale)).body
    const shaky = authorization(142)
    await sandbox.post('/acquirer/authorize', shaky)
    const reversed = newReference()
    await sandbox.post('/acquirer/reverse', later(reversed, 1, { reason: 'TIMEOUT' }))
    await sandbox.post('/acquirer/settlements', { batchId: 'one' })
    const log = (await sandbox.get('/acquirer/log')).body
    await restart()
    expect((await sandbox.get('/acquirer/log')).body).toEqual(log)
    expect((await sandbox.post('/acquirer/authorize', sale)).body).toEqual(first)
    expect((await sandbox.post('/acquirer/authorize', shaky)).status).toBe(500)
    expect((await sandbox.post('/acquirer/authorize', shaky)).status).toBe(200)
    const late = { ...authorization(100), reference: reversed }
    expect((await sandbox.post('/acquirer/authorize', late)).body.responseCode).toBe('12')
    expect((await sandbox.get('/acquirer/settlements/one/lines')).body.total).toBe(1)
  })

  test('a payer who was about to confirm still does', async () => {
    const orderId = newReference('blik')
    const notifyURL = `${sandbox.gateway.url}/gone`
    const order = { orderId, amountMinor: 1, currency: 'PLN', description: 'x', notifyURL }
    await sandbox.post('/blik/payments', { ...order, code: '777123' })
    await restart()
    await until(
      async () => (await sandbox.get(`/blik/payments/${orderId}`)).body.status === 'CONFIRMED',
    )
  })

  test('the wallets sign under the same roots, and tokens live on', async () => {
    const roots = (await sandbox.get('/wallets/roots')).body
    const provisioning = { reference: 'r-1', number: makeCard('400000', 100), expDate: '203012' }
    const token = (await sandbox.post('/tokens/vts/tokens', provisioning)).body
    await restart()
    expect((await sandbox.get('/wallets/roots')).body).toEqual(roots)
    expect((await sandbox.get('/tokens/vts/references/r-1')).body).toEqual(token)
  })

  test('an open challenge is still open', async () => {
    const { threeDSServerTransID } = (
      await sandbox.post('/threeds/authentications', areq(sandbox, 102))
    ).body
    await restart()
    const answer = await sandbox.get(`/threeds/authentications/${threeDSServerTransID}`)
    expect(answer.body).toEqual({ transStatus: 'C' })
  })

  test('notifications and programmed answers are kept', async () => {
    await sandbox.post('/received/answers', { paymentId: 'P', statuses: [500, 503] })
    const notify = () => sandbox.post('/merchant/payment', { paymentId: 'P' })
    expect((await notify()).status).toBe(500)
    await restart()
    expect((await notify()).status).toBe(503)
    expect((await sandbox.get('/received?paymentId=P')).body).toHaveLength(2)
  })
})

test('no card number is written down', async () => {
  const number = makeCard('400000', 100)
  await sandbox.post('/acquirer/authorize', authorization(100))
  await sandbox.post('/threeds/authentications', areq(sandbox, 100))
  await sandbox.post('/tokens/vts/tokens', { reference: 'r', number, expDate: '203012' })
  for (const file of readdirSync(directory))
    expect(readFileSync(join(directory, file), 'utf8')).not.toContain(number)
})

test('the index page shows every scenario, code and bank', async () => {
  const { text, status } = await sandbox.get('/')
  expect(status).toBe(200)
  for (const scenario of Object.keys(scenarios))
    expect(text).toContain(makeCard('400000', Number(scenario)))
  for (const word of ['777xxx', '100008', 'alias-two', 'CLOSEDBANK', '.43', '/wallets/google'])
    expect(text).toContain(word)
})

test('health, assets, and 404 for the rest', async () => {
  expect((await sandbox.get('/health')).body).toEqual({ status: 'ok' })
  expect((await sandbox.get('/assets/sandbox.css')).status).toBe(200)
  expect((await sandbox.get('/assets/continue.js')).text).toContain('submit')
  expect(await sandbox.get('/nothing')).toMatchObject({ status: 404, body: { error: 'not_found' } })
})

test('a body that is no JSON is refused', async () => {
  const answer = await fetch(`${sandbox.url}/acquirer/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(answer.status).toBe(400)
})
