import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { SHOP } from '../support/test-app.ts'
import { expectProblem } from '../support/problem.ts'

const account = { merchantId: SHOP.merchantId, connector: 'stripe', account: 'main' }
const path = (name = 'stripe', who = SHOP.merchantId, which = 'main') =>
  `/notifications/acquirers/${name}/${who}/${which}`
const keyed = (webhookKey: string) => ({ secretKey: 'sk_test_1', webhookKey })

const silent = { authorize: { type: 'unknown', because: 'noAnswer' } } as const

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, { acquirer: 'stripe/main' })
  const { connectorAccounts } = app.services
  // The key was changed: messages under the one before are still believed.
  for (const key of ['whsec_old', 'whsec_new'])
    await connectorAccounts.save(account, { settings: {}, credential: keyed(key) })
  const other = { ...account, account: 'other' }
  await connectorAccounts.save(other, { settings: {}, credential: keyed('whsec_other') })
  app.world.answerWith(silent)
})
afterAll(() => app.close())

let events = 0
const eventOf = (reference: string, status = 'succeeded', more: object = {}) => ({
  id: `evt_${String((events += 1))}`,
  type: status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
  data: {
    object: { id: 'pi_1', status, amount: 9999, currency: 'pln', metadata: { reference }, ...more },
  },
})

interface Signing {
  keys?: string[]
  ageS?: number
  to?: string
}

function tell(event: object, { keys = ['whsec_new'], ageS = 0, to = path() }: Signing = {}) {
  const body = JSON.stringify(event)
  const time = Math.floor(Date.now() / 1_000) - ageS
  const signed = keys.map(
    (key) =>
      `v1=${createHmac('sha256', key)
        .update(`${String(time)}.${body}`)
        .digest('hex')}`,
  )
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': [`t=${String(time)}`, ...signed].join(','),
  }
  return app.call('POST', to, { body, headers })
}

/** A charge whose answer was lost: it is being asked about. */
async function asked() {
  const id = await app.paymentId({ instrument: cardOf() })
  return { id, reference: app.world.payment(id).reference! }
}
const cardOf = () => ({
  type: 'CARD',
  instrumentNo: '4000000000001000',
  expDate: '203012',
  cvv: '123',
})
const statusOf = async (id: string) => (await app.at('GET', `${id}/status`)).body.status

describe('200', () => {
  test('a charge whose answer was lost is known by the message, once', async () => {
    const { id, reference } = await asked()
    const event = eventOf(reference)
    for (const _ of ['first', 'repeated']) {
      const answer = await tell(event)
      expect([answer.status, answer.body]).toEqual([200, { received: true }])
    }
    expect(await statusOf(id)).toBe('COMPLETED')
    const transactions = (await app.at('GET', `${id}/transactions`)).body
    expect(transactions).toMatchObject([{ acquirerRef: 'pi_1', via: 'stripe/main' }])
    // Out of order, and after the end: it changes nothing.
    await tell(eventOf(reference, 'requires_payment_method', failed))
    expect(await statusOf(id)).toBe('COMPLETED')
  })

  const failed = { last_payment_error: { type: 'card_error', decline_code: 'insufficient_funds' } }

  test('a decline rejects it with the reason', async () => {
    const { id, reference } = await asked()
    await tell(eventOf(reference, 'requires_payment_method', failed))
    expect((await app.at('GET', `${id}/status`)).body).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'INSUFFICIENT_FUNDS',
    })
  })

  test('one of several signatures suffices, under the key before as well', async () => {
    const { id, reference } = await asked()
    await tell(eventOf(reference), { keys: ['whsec_guess', 'whsec_old'] })
    expect(await statusOf(id)).toBe('COMPLETED')
  })

  test('what is about nothing that we wait for is acknowledged', async () => {
    expect((await tell({ id: 'evt_x', type: 'payout.paid', data: {} })).status).toBe(200)
    expect((await tell(eventOf('nobody-auth-abcdefgh'))).status).toBe(200)
  })

  test('the key of one account decides nothing about the charges of another', async () => {
    const { id, reference } = await asked()
    const to = path('stripe', SHOP.merchantId, 'other')
    const answer = await tell(eventOf(reference), { keys: ['whsec_other'], to })
    expect(answer.status).toBe(200)
    expect(await statusOf(id)).toBe('PENDING')
  })
})

describe('a refund that fails days after it was done', () => {
  const lost = (reference: string, type = 'refund.failed', status = 'failed') => ({
    id: `evt_r${String((events += 1))}`,
    type,
    data: {
      object: {
        id: 're_1',
        amount: 1000,
        status,
        failure_reason: 'lost_or_stolen_card',
        metadata: { reference },
      },
    },
  })

  test('is an error in its second message, and once in all that follow', async () => {
    app.world.usually()
    const id = await app.paymentId({ instrument: cardOf() })
    app.world.answerWith(silent)
    await app.at('POST', `${id}/refund`, { amount: 10 })
    const refundOf = async () => (await app.at('GET', `${id}/refunds`)).body[0]
    expect(await refundOf()).toMatchObject({ status: 'COMPLETED' })
    const { reference = '' } = app.world.payment(id).transactions.at(-1)!
    await tell(lost(reference, 'charge.refund.updated', 'succeeded'))
    expect(await refundOf()).toMatchObject({ status: 'COMPLETED' })
    for (const type of ['refund.failed', 'charge.refund.updated', 'refund.failed'])
      expect((await tell(lost(reference, type))).status).toBe(200)
    expect(await refundOf()).toMatchObject({ status: 'ERROR', rejectCode: 'DECLINED' })
    expect(app.world.payment(id)).toMatchObject({ refundedMinor: 0, reservedMinor: 0 })
    const other = { keys: ['whsec_other'], to: path('stripe', SHOP.merchantId, 'other') }
    expect((await tell(lost(reference), other)).status).toBe(200)
  })
})

describe('news of a charge by a name that only its answer tells', () => {
  const nowS = () => Math.floor(Date.now() / 1_000)
  const warning = (charge: string, created = nowS()) => ({
    id: `evt_w${String((events += 1))}`,
    type: 'radar.early_fraud_warning.created',
    created,
    data: {
      object: {
        id: `issfr_${charge}`,
        object: 'radar.early_fraud_warning',
        created,
        charge: 'ch_1',
        payment_intent: charge,
        actionable: true,
        fraud_type: 'made_with_stolen_card',
      },
    },
  })

  test('503 while the answer is not there: it is told again and taken then', async () => {
    const { id, reference } = await asked()
    expectProblem(await tell(warning('pi_2')), 'unavailable')
    await tell(eventOf(reference, 'succeeded', { id: 'pi_2' }))
    expect((await tell(warning('pi_2'))).status).toBe(200)
    expect(app.world.payment(id).fraudWarnings).toHaveLength(1)
  })

  test('200 when it is an hour old, and when nothing of this account is under way', async () => {
    await asked()
    expect((await tell(warning('pi_foreign', nowS() - 3_601))).status).toBe(200)
    const other = { keys: ['whsec_other'], to: path('stripe', SHOP.merchantId, 'other') }
    expect((await tell(warning('pi_foreign'), other)).status).toBe(200)
  })
})

describe('401', () => {
  test('nobody is believed without the right signature, nor after five minutes', async () => {
    const { id, reference } = await asked()
    expectProblem(await tell(eventOf(reference), { keys: ['sk_test_1'] }), 'invalid_signature')
    expectProblem(await tell(eventOf(reference), { keys: [] }), 'invalid_signature')
    expectProblem(await tell(eventOf(reference), { ageS: 301 }), 'invalid_signature')
    const other = { keys: ['whsec_other'] }
    expectProblem(await tell(eventOf(reference), other), 'invalid_signature')
    expect(await statusOf(id)).toBe('PENDING')
  })
})

describe('404', () => {
  test('for an account that is not there, and an acquirer that sends nothing', async () => {
    for (const to of [
      path('stripe', SHOP.merchantId, 'none'),
      path('stripe', '99999999'),
      path('nobody'),
      path('sandbox'),
    ])
      expectProblem(await tell(eventOf('x'), { to }), 'not_found')
  })
})

const hmacKey = 'be'.repeat(32)

test('the key is the one that the connector names: Adyen signs inside its messages', async () => {
  await app.services.connectorAccounts.save(
    { ...account, connector: 'adyen' },
    { settings: {}, credential: { apiKey: 'an API key', hmacKey } },
  )
  const item = {
    pspReference: 'PSP1',
    merchantAccountCode: 'Shop',
    merchantReference: 'nobody-auth-abcdefgh',
    amount: { value: 100, currency: 'PLN' },
    eventCode: 'AUTHORISATION',
    success: 'true',
  }
  const told = (key: string) => {
    const signed = 'PSP1::Shop:nobody-auth-abcdefgh:100:PLN:AUTHORISATION:true'
    const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(signed)
      .digest('base64')
    const whole = { ...item, additionalData: { hmacSignature } }
    return tell({ notificationItems: [{ NotificationRequestItem: whole }] }, { to: path('adyen') })
  }
  expect((await told(hmacKey)).status).toBe(200)
  expectProblem(await told('ad'.repeat(32)), 'invalid_signature')
})

test('a report that Adyen names is to be read once, whatever address stands beside it', async () => {
  await app.services.connectorAccounts.save(
    { ...account, connector: 'adyen' },
    { settings: {}, credential: { apiKey: 'an API key', hmacKey } },
  )
  const told = (name: string) => {
    const signed = `${name}::Shop::0:EUR:REPORT_AVAILABLE:true`
    const digest = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed)
    const item = {
      pspReference: name,
      merchantAccountCode: 'Shop',
      merchantReference: '',
      amount: { value: 0, currency: 'EUR' },
      eventCode: 'REPORT_AVAILABLE',
      success: 'true',
      reason: 'https://elsewhere.example/report.csv',
      additionalData: { hmacSignature: digest.digest('base64') },
    }
    return tell({ notificationItems: [{ NotificationRequestItem: item }] }, { to: path('adyen') })
  }
  const report = 'settlement_detail_report_batch_7.csv'
  for (const name of [report, report, '../../etc/passwd', 'dispute_report_2026.csv'])
    expect((await told(name)).status).toBe(200)
  const own = { merchantId: account.merchantId, via: `adyen/${account.account}` }
  expect(await app.services.reportedSettlements.close(own, 0)).toEqual([report])
})

describe('a fraud warning', () => {
  const warningOf = (intent: string, id = `issfr_${intent}`) => ({
    id: `evt_w${String((events += 1))}`,
    type: 'radar.early_fraud_warning.created',
    data: {
      object: {
        id,
        object: 'radar.early_fraud_warning',
        charge: 'ch_1',
        payment_intent: intent,
        actionable: true,
        fraud_type: 'made_with_stolen_card',
        created: 1_700_000_000,
      },
    },
  })

  /** A paid one, under the name that the acquirer has for it. */
  async function paid() {
    const intent = `pi_w${String((events += 1))}`
    app.world.answerWith({ authorize: { type: 'approved', acquirerRef: intent } })
    return { id: await app.paymentId({ instrument: cardOf() }), intent }
  }
  const refundsOf = async (id: string) => (await app.at('GET', `${id}/refunds`)).body

  test('is shown, and gives nothing back that the merchant has not asked for', async () => {
    const { id, intent } = await paid()
    expect((await tell(warningOf(intent))).status).toBe(200)
    const { fraudWarnings } = (await app.at('GET', id)).body
    expect(fraudWarnings).toEqual([{ at: '2023-11-14T22:13:20.000Z' }])
    expect(await refundsOf(id)).toEqual([])
  })

  test('gives back what the merchant has said, once: said again, by others, or beside a refund', async () => {
    const body = { fraudRefunds: [{ currency: 'PLN', upTo: 500 }] }
    const changed = await app.call('PATCH', '/account', { token: app.bearer, body })
    expect(changed.body).toMatchObject(body)
    const { id, intent } = await paid()
    const warning = warningOf(intent)
    const other = { keys: ['whsec_other'], to: path('stripe', SHOP.merchantId, 'other') }
    expect((await tell(warning, other)).status).toBe(200)
    expect(await refundsOf(id)).toEqual([])
    const answers = await Promise.all([
      ...[warning, warning, { ...warning, id: 'evt_again' }].map((one) => tell(one)),
      app.at('POST', `${id}/refund`, {}),
    ])
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
    const refunds = await refundsOf(id)
    expect(refunds).toHaveLength(1)
    expect(app.world.payment(id)).toMatchObject({ reservedMinor: 0, refundedMinor: 9_999 })
    expect(app.world.payment(id).fraudWarnings).toHaveLength(1)
  })
})
