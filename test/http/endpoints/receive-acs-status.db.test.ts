import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const PATH = '/notifications/acs/status'

const challenged = async (changes: Record<string, unknown> = {}) => {
  const serverTransId = randomUUID()
  app.world.answerWith({
    authenticate: {
      type: 'challenge',
      serverTransId,
      acsTransId: 'acs',
      acsUrl: 'https://acs.example',
      version: '2.2.0',
    },
  })
  return { id: await app.paymentId({ instrument: card(), ...changes }), serverTransId }
}

const rreq = (threeDSServerTransID: string, changes: object = {}) => ({
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
  ...changes,
})

const tell = (message: object, key = 'threeds-key') => {
  const body = JSON.stringify(message)
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', signature }
  return app.call('POST', PATH, { body, headers })
}

const browser = (cres: string) =>
  app.call('POST', PATH, {
    body: new URLSearchParams({ cres }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const cresOf = (threeDSServerTransID: string, transStatus = 'Y') =>
  Buffer.from(JSON.stringify({ messageType: 'CRes', threeDSServerTransID, transStatus })).toString(
    'base64url',
  )

describe('200', () => {
  test('a passed challenge completes the payment, however often it is told', async () => {
    const { id, serverTransId } = await challenged()
    for (const _ of ['first', 'duplicate']) {
      expect((await tell(rreq(serverTransId))).body).toEqual({
        messageType: 'RRes',
        messageVersion: '2.2.0',
        threeDSServerTransID: serverTransId,
        acsTransID: 'acs',
        dsTransID: 'ds',
        resultsStatus: '01',
      })
    }
    expect((await app.at('GET', `${id}/status`)).body.status).toBe('COMPLETED')
    expect((await app.at('GET', `${id}/transactions`)).body).toHaveLength(1)
  })

  test('a failed challenge rejects it', async () => {
    const { id, serverTransId } = await challenged()
    await tell(rreq(serverTransId, { transStatus: 'N', eci: undefined }))
    const { body } = await app.at('GET', `${id}/status`)
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'AUTHENTICATION_FAILED' })
  })
})

describe('303', () => {
  test('the browser is sent on and decides nothing', async () => {
    const { id, serverTransId } = await challenged({ order: { extOrderId: 'o 1' } })
    const { status, headers } = await browser(cresOf(serverTransId))
    expect([status, headers.get('location')]).toEqual([
      303,
      `https://shop.example/return?paymentId=${id}&extOrderId=o+1`,
    ])
    expect((await app.at('GET', `${id}/status`)).body.status).toBe('PENDING')
  })

  test('from a payment with a page it goes to that page', async () => {
    const { id, serverTransId } = await challenged({ channel: 'PAYWALL' })
    const { headers } = await browser(cresOf(serverTransId))
    const location = headers.get('location') ?? ''
    expect(location).toMatch(new RegExp(`/pay/p/${id}\\?from=return$`))
    expect(location).not.toContain(app.world.payment(id).linkId)
  })
})

describe('400', () => {
  test.for(['', 'x', Buffer.from('{}').toString('base64url')])('%j is no CRes', async (cres) => {
    expectProblem(await browser(cres), 'invalid_request')
  })

  test('a signed message that is no RReq', async () => {
    expectProblem(await tell({ messageType: 'RReq' }), 'invalid_request')
  })
})

describe('401', () => {
  test('nobody is believed without the right signature', async () => {
    const { id, serverTransId } = await challenged()
    expectProblem(await tell(rreq(serverTransId), 'guess'), 'invalid_signature')
    const unsigned = await app.call('POST', PATH, { body: rreq(serverTransId) })
    expectProblem(unsigned, 'invalid_signature')
    expect((await app.at('GET', `${id}/status`)).body.status).toBe('PENDING')
  })
})

test.each(['U', 'A', 'D'])(
  'a challenge that ended %s, without proof, charges nobody',
  async (ended) => {
    const { id, serverTransId } = await challenged()
    const { eci: _, authenticationValue: __, ...message } = rreq(serverTransId)
    expect((await tell({ ...message, transStatus: ended })).status).toBe(200)
    expect((await app.at('GET', `${id}/status`)).body).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'AUTHENTICATION_FAILED',
    })
  },
)

describe('404', () => {
  test('for a transaction that is not ours', async () => {
    expectProblem(await tell(rreq(randomUUID())), 'payment_not_found')
    expectProblem(await browser(cresOf(randomUUID())), 'payment_not_found')
  })
})
