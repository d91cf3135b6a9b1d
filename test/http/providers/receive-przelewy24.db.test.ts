import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { returnSign } from '../../../src/connectors/przelewy24/return.ts'
import { signOf } from '../../../src/connectors/przelewy24/sign.ts'
import { createApp } from '../../../src/http/app.ts'
import { receivePrzelewy24 } from '../../../src/http/providers/receive-przelewy24.ts'
import type { Services } from '../../../src/http/services.ts'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { SHOP } from '../support/test-app.ts'

const SHOP_ID = 4_711
const KEY = 'crc-key-of-now'
const BEFORE = 'crc-key-before'

let app: PaymentApp
let server: Server
let base: string
let decoys = 0
beforeAll(async () => {
  const account = { settings: { merchantId: SHOP_ID }, version: '1' }
  const credentials = [KEY, BEFORE].map((crc) => ({ reportKey: 'reports', crc }))
  const connectorAccounts = {
    open: ({ merchantId, account: name }: { merchantId: string; account: string }) =>
      Promise.resolve(
        merchantId === SHOP.merchantId && /^main(-2)?$/.test(name)
          ? { ...account, credentials }
          : undefined,
      ),
    decoy: () => {
      decoys += 1
      const sharedKey = 'a key that nobody has'
      return Promise.resolve({ settings: {}, credentials: [{ sharedKey }], version: '' })
    },
  } as unknown as Services['connectorAccounts']
  const bank = { provider: 'PA', bank: '20', bankId: 20, name: 'B', iconURL: '', available: true }
  const services = { connectorAccounts, banks: () => Promise.resolve([bank]) }
  app = await startPaymentApp(services, { bank: 'przelewy24/main', blik: 'przelewy24/main' })
  server = createServer(createApp(app.services, [], [receivePrzelewy24(app.services)]))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/providers/przelewy24`
})
afterAll(async () => {
  server.close()
  await app.close()
})

async function post(path: string, body: object) {
  const answer = await fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

interface Told {
  sessionId: string
  amount?: number
  key?: string
  path?: string
}

const tell = ({ sessionId, amount = 9_999, key = KEY, path = `${SHOP.merchantId}/main` }: Told) => {
  const members = {
    merchantId: SHOP_ID,
    posId: SHOP_ID,
    sessionId,
    amount,
    originAmount: 9_999,
    currency: 'PLN',
    orderId: 301,
    methodId: 20,
    statement: 'p24-A',
  }
  return post(`${path}/status`, { ...members, sign: signOf(members, key) })
}

const pending = async (method = 'PBL', instrument: object = { type: 'PBL', bank: '20' }) => {
  const id = await app.paymentId({ method, instrument })
  return { id, sessionId: app.world.payment(id).reference! }
}
const calls = (id: string) => app.world.payment(id).calls.map(({ kind }) => kind)
const alarms = async (kind: string) =>
  (await app.services.metrics.providerContradictions.get()).values.find(
    ({ labels }) => labels.kind === kind,
  )?.value ?? 0
const withoutId = (text: string) => text.replace(/"requestId":"[a-z]+"/, '')

describe('a notification', () => {
  test('has the money taken, once, and completes nothing by itself', async () => {
    const { id, sessionId } = await pending()
    for (const key of [KEY, KEY, BEFORE]) expect((await tell({ sessionId, key })).status).toBe(200)
    expect(app.world.payment(id).phase).toBe('awaitingPayer')
    expect(calls(id).filter((kind) => kind === 'takeMoney')).toHaveLength(1)
  })

  test('under the second name of a charge is about that charge', async () => {
    const { id, sessionId } = await pending()
    await tell({ sessionId: `${sessionId}.2` })
    expect(calls(id)).toContain('takeMoney')
  })

  test('of another amount takes nothing and tells the operator', async () => {
    const before = await alarms('other_money')
    const { id, sessionId } = await pending()
    expect((await tell({ sessionId, amount: 1 })).status).toBe(200)
    expect(calls(id)).not.toContain('takeMoney')
    expect(await alarms('other_money')).toBe(before + 1)
  })

  test('of a payment that is not there, or of somebody else, changes nothing', async () => {
    expect((await tell({ sessionId: 'nobody-pay-abcdefgh' })).status).toBe(200)
  })

  test('an attack: forged, or for an account that is not there, it is one answer after the same work', async () => {
    const { id, sessionId } = await pending()
    const { version } = app.world.payment(id)
    const before = decoys
    const forged = await tell({ sessionId, key: 'guessed key' })
    expect([forged.status, decoys]).toEqual([401, before])
    for (const path of [`${SHOP.merchantId}/other`, 'nobody/main', 'a b/main', 'nobody/MAIN']) {
      const answer = await tell({ sessionId, path })
      expect(answer.status, path).toBe(401)
      expect(withoutId(answer.text), path).toBe(withoutId(forged.text))
    }
    expect(decoys).toBe(before + 4)
    expect((await post(`${SHOP.merchantId}/main/status`, {})).status).toBe(401)
    expect(app.world.payment(id).version).toBe(version)
  })

  test('that BLIK has failed ends the payment with the reason', async () => {
    const { id, sessionId } = await pending('BLIK', { type: 'BLIK_CODE', code: '777123' })
    const result = { error: '61', message: 'refused', status: 'DECLINED', trxRef: '' }
    const members = { orderId: 301, sessionId, method: 181, result }
    const path = `${SHOP.merchantId}/main/status/blik`
    const told = { data: { ...members, sign: signOf(members, KEY) } }
    expect((await post(path, { data: { ...told.data, sign: 'x' } })).status).toBe(401)
    expect((await post(path, told)).status).toBe(200)
    expect(app.world.payment(id)).toMatchObject({
      phase: 'rejected',
      rejectCode: 'DECLINED_BY_PAYER',
    })
  })
})

describe('a payer who comes back', () => {
  const back = (session: string, sign: string) =>
    fetch(`${base}/${SHOP.merchantId}/main/return?session=${session}&sign=${sign}`, {
      redirect: 'manual',
    })

  test('is sent on with our own sign, and with no other', async () => {
    const { id, sessionId } = await pending()
    const answer = await back(sessionId, returnSign(sessionId, KEY))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain(id)
    for (const sign of ['', 'f'.repeat(32), returnSign(`${sessionId}x`, KEY)])
      expect((await back(sessionId, sign)).status).toBe(401)
  })
})
