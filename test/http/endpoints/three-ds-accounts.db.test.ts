import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreeDsAccount } from '../../../src/http/services.ts'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'
import { SHOP } from '../support/test-app.ts'

const asked: [ThreeDsAccount, string][] = []
let ends = false

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp(
    {
      threeDsResult: (account, serverTransId) => {
        asked.push([account, serverTransId])
        const outcome = { type: 'authenticated', transStatus: 'Y', eci: '05', cavv: 'c' } as const
        return Promise.resolve(ends ? outcome : undefined)
      },
    },
    { threeds: 'sandbox/issuers' },
  )
  const { connectorAccounts } = app.services
  const { merchantId } = SHOP
  const url = 'https://threeds.example'
  await connectorAccounts.save(
    { merchantId, connector: 'sandbox', account: 'issuers' },
    { settings: { url }, credential: { key: 'k', webhookKey: 'of the account' } },
  )
  await connectorAccounts.save(
    { merchantId, connector: 'stripe', account: 'main' },
    { settings: {}, credential: { secretKey: 'sk_test_1', webhookKey: 'whsec_main' } },
  )
})
afterAll(() => app.close())

const challenged = async (via: string, serverTransId: string) => {
  const challenge = {
    type: 'challenge',
    serverTransId,
    acsTransId: 'acs',
    version: '2.2.0',
  } as const
  const page = { acsUrl: 'https://acs.example' }
  app.world.answerWith({
    authenticate: { ...challenge, ...page, via },
    authorize: { type: 'approved', authCode: 'A1' },
  })
  return app.paymentId({ instrument: card() })
}

const rreq = (threeDSServerTransID: string, key: string) => {
  const body = JSON.stringify({
    messageType: 'RReq',
    messageVersion: '2.2.0',
    threeDSServerTransID,
    acsTransID: 'acs',
    dsTransID: 'ds',
    messageCategory: '01',
    transStatus: 'Y',
    eci: '05',
    authenticationValue: 'AAAA',
    interactionCounter: '01',
  })
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', signature }
  return app.call('POST', '/notifications/acs/status', { body, headers })
}

const statusOf = async (id: string) =>
  (await app.at('GET', `${id}/status?wait=5&while=PENDING`)).body

describe('the result of a challenge at a merchant’s own account', () => {
  test('is believed from that account, and not from the server of the installation', async () => {
    const serverTransId = randomUUID()
    const id = await challenged('sandbox/issuers', serverTransId)
    expectProblem(await rreq(serverTransId, 'threeds-key'), 'invalid_signature')
    expect((await rreq(serverTransId, 'of the account')).status).toBe(200)
    expect(await statusOf(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('and that account decides nothing of a challenge of the installation', async () => {
    const serverTransId = randomUUID()
    app.world.answerWith({
      authenticate: {
        type: 'challenge',
        serverTransId,
        acsTransId: 'acs',
        version: '2.2.0',
        acsUrl: 'https://acs.example',
      },
    })
    await app.paymentId({ instrument: card() })
    expectProblem(await rreq(serverTransId, 'of the account'), 'invalid_signature')
  })

  const describeEvent = (serverTransId: string, account = 'main') => {
    const data = { object: { id: serverTransId } }
    const type = 'three_d_secure.authentication.succeeded'
    const body = JSON.stringify({ id: 'evt_1', type, data })
    const time = String(Math.floor(Date.now() / 1_000))
    const digest = createHmac('sha256', 'whsec_main').update(`${time}.${body}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': `t=${time},v1=${digest}`,
    }
    const path = `/notifications/acquirers/stripe/${SHOP.merchantId}/${account}`
    return app.call('POST', path, { body, headers })
  }

  test('is asked for when an event says that there is news: the event itself proves nothing', async () => {
    const serverTransId = 'tdsa_one'
    const id = await challenged('stripe/main', serverTransId)
    expect((await describeEvent(serverTransId)).status).toBe(200)
    expect(asked).toEqual([
      [{ merchantId: SHOP.merchantId, threeds: 'stripe/main' }, serverTransId],
    ])
    expect((await app.at('GET', `${id}/status`)).body).toMatchObject({ status: 'PENDING' })
    ends = true
    await describeEvent(serverTransId)
    expect(await statusOf(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('is not asked for because another account has news of it', async () => {
    await challenged('sandbox/issuers', 'tdsa_two')
    const before = asked.length
    expect((await describeEvent('tdsa_two')).status).toBe(200)
    expect(asked).toHaveLength(before)
  })
})
