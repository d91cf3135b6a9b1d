import { expect, test } from 'vitest'
import { createApplePay } from '../../../src/connectors/apple-pay/index.ts'
import { deadUrl, json, startPeer } from '../peer.ts'

const peer = await startPeer(json(200, {}))
const applePay = createApplePay({ url: `${peer.url}/wallet` })
const request = {
  merchantIdentifier: 'merchant.tollgate.10000001',
  displayName: 'x'.repeat(70),
  domainName: 'pay.example',
}

test('a session is handed on as it came', async () => {
  const session = { nonce: 'n', merchantSessionIdentifier: 'S1', signature: 's' }
  peer.respond = json(200, session)
  const given = (await applePay.openSession(request)) ?? ''
  expect(Buffer.from(given, 'base64').toString()).toBe(JSON.stringify(session))
  expect(peer.received.at(-1)).toMatchObject({
    method: 'POST',
    path: '/wallet/paymentSession',
    body: {
      merchantIdentifier: 'merchant.tollgate.10000001',
      displayName: 'x'.repeat(64),
      initiative: 'web',
      initiativeContext: 'pay.example',
    },
  })
})

test('no session is no failure: the payer can pay otherwise', async () => {
  peer.respond = json(400, { error: 'not_this_merchant' })
  expect(await applePay.openSession(request)).toBeUndefined()
  peer.respond = json(200, { nonce: 'but no session' })
  expect(await applePay.openSession(request)).toBeUndefined()
  const dead = createApplePay({ url: await deadUrl() })
  expect(await dead.openSession(request)).toBeUndefined()
})
