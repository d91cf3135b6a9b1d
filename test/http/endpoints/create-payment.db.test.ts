import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CardToken } from '../../../src/domain/card-token.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { merchantUrl } from '../../../src/http/return-payer.ts'
import type { CardTokenReads } from '../../../src/postgres/card-tokens.ts'
import { CARD, card, device, paymentBody, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { newPayment } from '../support/payment.ts'
import { expectProblem } from '../support/problem.ts'
import { AGENT, OTHER, SHOP } from '../support/test-app.ts'

const banks = [
  { provider: 'BM', bank: 'OPEN', bankId: 1, name: 'Open', iconURL: 'x', available: true },
  { provider: 'PA', bank: 'OPEN', bankId: 11, name: 'Open', iconURL: 'x', available: true },
  { provider: 'BM', bank: 'CLOSED', bankId: 3, name: 'Closed', iconURL: 'x', available: false },
]

const token = {
  status: 'ACTIVE',
  tokenizerId: 'tokenizer-1',
  cardMask: '400000******1000',
  expDate: '203012',
  organization: 'VISA',
  fingerprint: 'print',
  createdAt: 0,
} as const
const tokens: Record<string, CardToken> = {
  stored: { ...token, type: 'COF', vaultRef: 'vault-1' },
  suspended: { ...token, type: 'COF', vaultRef: 'vault-1', status: 'SUSPENDED' },
  network: { ...token, type: 'VTS', instrumentRef: 'network' },
}
const find = (merchantId: string, number: string) =>
  Promise.resolve(merchantId === SHOP.merchantId ? tokens[number] : undefined)

let lookedUp: 'notEnrolled' | 'unavailable' = 'unavailable'
let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({
    banks: () => Promise.resolve(banks),
    threeDsVersions: () => Promise.resolve({ type: lookedUp }),
    cardTokens: { find, findByRef: find } as Partial<CardTokenReads> as CardTokenReads,
  })
})
afterAll(() => app.close())
afterEach(() => {
  lookedUp = 'unavailable'
  app.world.usually()
})

const lastCommand = () => app.world.sent.at(-1)!.command as unknown as Record<string, never>

describe('200', () => {
  test('a payment without instrument is NEW and asks for it', async () => {
    const { status, body } = await app.create()
    expect(status).toBe(200)
    expect(body).toEqual({
      paymentId: expect.stringMatching(/^[\w-]{20,64}$/),
      status: 'NEW',
      dataRequest: 'INSTRUMENT',
      channel: 'WEBAPI',
      method: 'CARD',
    })
  })

  test('a sale that is approved at once is still PENDING, and COMPLETED on the next read', async () => {
    const { body } = await app.create({ instrument: card() })
    expect(body.status).toBe('PENDING')
    expect(body.dataRequest).toBeUndefined()
    expect((await app.at('GET', body.paymentId)).body.status).toBe('COMPLETED')
  })

  test('a challenge comes with what the browser needs for it', async () => {
    app.world.answerWith({
      authenticate: {
        type: 'challenge',
        serverTransId: randomUUID(),
        acsTransId: 'acs',
        acsUrl: 'https://acs.example',
        version: '2.2.0',
      },
    })
    const { body } = await app.create({ instrument: card() })
    expect(body).toMatchObject({ status: 'PENDING', dataRequest: 'CARD_3DS' })
    expect(body.acsData).toMatchObject({ acsURL: 'https://acs.example', acsTxnId: 'acs' })
  })

  test('card number and CVV reach neither the command nor the log', async () => {
    app.lines.length = 0
    app.world.answerWith({ authorize: undefined })
    const { body } = await app.create({ instrument: card({ cvv: '987' }) })
    const said = JSON.stringify([app.world.sent, body, app.world.payment(body.paymentId)])
    expect(said).not.toContain(CARD)
    expect(said).not.toContain('"987"')
    expect(JSON.stringify(app.lines)).not.toContain(CARD)
    expect(app.services.secrets.read(body.paymentId)).toEqual({ cvv: '987' })
    const { vaultRef, secretOwner, fingerprint } = app.world.payment(body.paymentId).instrument!
    expect(await app.services.vault.read(vaultRef!, SHOP.merchantId)).toEqual({
      number: CARD,
      expDate: '203012',
    })
    expect(secretOwner).toBe('api-test')
    expect(fingerprint).toMatch(/^[a-z]{27}$/)
  })

  test('what the 3-D Secure server says of the card goes with it', async () => {
    const enrolledOf = async (type: 'notEnrolled' | 'unavailable') => {
      lookedUp = type
      const { body } = await app.create({ instrument: card() })
      return app.world.payment(body.paymentId)
    }
    const known = await enrolledOf('notEnrolled')
    expect(known.instrument).toMatchObject({ enrolled: false })
    expect(known.authentication).toEqual({ transStatus: 'NOT_ENROLLED' })
    expect((await enrolledOf('unavailable')).instrument).not.toHaveProperty('enrolled')
  })

  test('a payment that ended keeps no CVV', async () => {
    const id = await app.paymentId({ instrument: card() })
    expect(app.services.secrets.read(id)).toBeUndefined()
  })

  test('on PAYWALL it comes with a link and a CLIENT token', async () => {
    const { body } = await app.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    expect(body.redirectURL).toMatch(/\/pay\/[a-z]{27}$/)
    const read = await app.call('GET', `/payment/${body.paymentId}`, { token: body.access_token })
    expect(read.status).toBe(200)
    expect((await app.create()).body.access_token).toBeUndefined()
  })

  test('a bank transfer sends the payer to the bank', async () => {
    const { body } = await app.create({ method: 'PBL', instrument: { type: 'PBL', bankId: 1 } })
    expect(body.redirectURL).toBe('https://bank.example/pay')
    expect(lastCommand().instrument).toEqual({ type: 'PBL', bank: 'OPEN', provider: 'BM' })
  })

  test('a bank transfer goes through the intermediary of its merchant', async () => {
    const { merchants } = app.services
    const shop = (await merchants.find(SHOP.merchantId))!
    const settle = (bankProviders: ('BM' | 'PA')[]) =>
      merchants.save({ ...shop, settings: { ...shop.settings, bankProviders } })
    const pay = () => app.create({ method: 'PBL', instrument: { type: 'PBL', bank: 'OPEN' } })
    await settle(['PA', 'BM'])
    const paid = await pay()
    const { instrument } = lastCommand()
    await settle(['BM'])
    await pay()
    const other = lastCommand().instrument
    await settle(['BM', 'PA'])
    expect(paid.status).toBe(200)
    expect([instrument, other]).toMatchObject([{ provider: 'PA' }, { provider: 'BM' }])
  })

  test('the bare type BLIK asks for the code', async () => {
    const { body } = await app.create({ method: 'BLIK', instrument: { type: 'BLIK' } })
    expect(body).toMatchObject({ status: 'NEW', dataRequest: 'BLIK_CODE' })
  })

  test('a card without CVV asks for it, browser data that are missing too', async () => {
    const cvv = await app.create({ instrument: card({ cvv: null }) })
    expect(cvv.body.dataRequest).toBe('CARD_CVV')
    const browser = await app.create({ instrument: card(), device: { ip: '10.0.0.1' } })
    expect(browser.body.dataRequest).toBe('DEVICE')
  })

  test.for([
    [{ countryCode: '48', phoneNo: '+48601234567' }, '48 601234567'],
    [{ countryCode: 'PL', phoneNo: '601 234 567' }, '48 601234567'],
    [{ countryCode: 48, phoneNo: 601234567 }, '48 601234567'],
    [{ countryCode: '', phoneNo: '' }, undefined],
    [{ countryCode: '48', phoneNo: 'call me' }, undefined],
  ] as const)('the phone %j costs no sale', async ([phone, kept]) => {
    const customer = { email: 'payer@example.com', phone }
    expect((await app.create({ method: 'UNKNOWN', customer })).status).toBe(200)
    const { customer: known } = app.world.sent.at(-1)!.command as { customer?: { phone?: string } }
    expect(known?.phone).toBe(kept)
  })

  test('payers return into an app of a scheme that the merchant has registered', async () => {
    const back = (redirectURL: string) =>
      app.create({ method: 'UNKNOWN', merchant: { merchantId: 'shop', redirectURL } })
    expectProblem(await back('myshop://return/42'), 'invalid_request')
    const { merchantId, kind, name } = (await app.services.merchants.find('shop'))!
    const settings = { appLinks: ['myshop'] }
    await app.services.merchants.save({ merchantId, kind, name, settings })
    expect((await back('myshop://return/42')).status).toBe(200)
    const { merchant } = app.world.sent.at(-1)!.command as Pick<Payment, 'merchant'>
    expect(merchantUrl(app.services, newPayment({ merchant }))).toMatch(
      /^myshop:\/\/return\/42\?paymentId=/,
    )
    for (const url of ['otherapp://return', 'javascript:alert(1)', 'file:///etc/passwd'])
      expectProblem(await back(url), 'invalid_request')
  })

  test('what the merchant gives is kept as the domain has it', async () => {
    await app.create({
      method: 'UNKNOWN',
      customer: {
        email: 'payer@example.com',
        firstName: 'Pay',
        lastName: 'Er',
        phone: { countryCode: '+48', phoneNo: '600 700 800' },
        billing: { country: 'POL' },
      },
      device: { ...device, browserData: { ...device.browserData, javaEnabled: 'false' } },
      order: { amount: '10.50', commission: 0.5 },
      options: {
        transKind: 'ACCT_FUNDING',
        methods: 'CARD, BLIK',
        asyncNotify: 'https://shop.example/notify',
        tokenize: true,
        purposeCode: '01',
        registerAlias: { value: 'alias' },
      },
    })
    expect(lastCommand()).toMatchObject({
      customer: { email: 'payer@example.com', name: 'Pay Er', phone: '48 600700800' },
      device: { browser: { javaEnabled: false, colorDepth: '24' } },
      order: { amountMinor: 1050, currency: 'PLN', commissionMinor: 50 },
      options: {
        transKind: 'ACCT_FUNDING',
        methods: ['CARD', 'BLIK'],
        validTime: 1800,
        tokenize: true,
        funding: { purposeCode: '01' },
        registerAlias: { type: 'UID', value: 'alias', label: 'shop' },
      },
      merchant: { redirectUrl: 'https://shop.example/return', notifies: true },
      tokenizerId: expect.stringMatching(/^[a-z]{27}$/),
    })
  })

  test.for([
    [
      { type: 'COF', instrumentNo: 'stored' },
      { vaultRef: 'vault-1', expDate: token.expDate },
    ],
    [{ type: 'VTS', instrumentRef: 'network' }, { instrumentRef: 'network' }],
  ] as const)('a token pays: %j', async ([instrument, kept]) => {
    const { body } = await app.create({ instrument })
    expect(body.status).toBe('PENDING')
    expect(lastCommand().instrument).toEqual({
      type: instrument.type,
      ...kept,
      cardMask: '400000******1000',
      organization: 'VISA',
      fingerprint: 'print',
      tokenizerId: 'tokenizer-1',
      tokenUsable: true,
    })
  })

  test.for([
    { type: 'COF', instrumentNo: 'unknown' },
    { type: 'COF', instrumentNo: 'suspended' },
    { type: 'COF', instrumentNo: 'network' },
    { type: 'SCOF', instrumentRef: 'network' },
  ])('a token that is not usable ends REJECTED: %j', async (instrument) => {
    const { body } = await app.create({ instrument })
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'TOKEN_NOT_USABLE' })
  })
})

describe('200 with an early end', () => {
  test.for([
    ['UNSUPPORTED_BIN', { instrument: card({ instrumentNo: '4999990000000007' }) }],
    ['METHOD_NOT_SUPPORTED', { method: 'BLIK', options: { transKind: 'PREAUTH' } }],
    ['METHOD_NOT_SUPPORTED', { method: 'PBL', options: { transKind: 'PREAUTH' } }],
    ['METHOD_NOT_SUPPORTED', { method: 'BLIK', order: { currency: 'EUR' } }],
    ['CURRENCY_NOT_SUPPORTED', { order: { currency: 'USD' } }],
    ['BANK_UNAVAILABLE', { method: 'PBL', instrument: { type: 'PBL', bank: 'CLOSED' } }],
  ] as const)('%s: %j', async ([rejectCode, changes]) => {
    const { status, body } = await app.create(changes)
    expect([status, body.status, body.rejectCode]).toEqual([200, 'REJECTED', rejectCode])
    expect(body.rejectInfo).toBeTypeOf('string')
  })

  test('a card that we do not support is not even stored encrypted', async () => {
    const { body } = await app.create({ instrument: card({ instrumentNo: '4999990000000007' }) })
    expect(app.world.payment(body.paymentId).instrument).toEqual({
      type: 'CARD',
      cardMask: '499999******0007',
    })
  })

  test('CHANNEL_NOT_SUPPORTED and METHOD_NOT_SUPPORTED follow the settings of the merchant', async () => {
    const { merchants } = app.services
    const settings = { channels: ['WEBAPI' as const], methods: ['CARD' as const] }
    await merchants.save({ merchantId: OTHER.merchantId, kind: 'merchant', name: 'o', settings })
    const create = (changes: object) =>
      app.call('POST', '/payment', {
        token: app.stranger,
        body: paymentBody({ merchant: { merchantId: OTHER.merchantId }, ...changes }),
      })
    expect((await create({ channel: 'PAYWALL' })).body.rejectCode).toBe('CHANNEL_NOT_SUPPORTED')
    expect((await create({ method: 'BLIK' })).body.rejectCode).toBe('METHOD_NOT_SUPPORTED')
  })

  test('a card of an organization that the merchant does not accept is not kept', async () => {
    const { merchants } = app.services
    const settings = { organizations: ['VISA' as const] }
    await merchants.save({ merchantId: OTHER.merchantId, kind: 'merchant', name: 'o', settings })
    const create = (instrumentNo: string) =>
      app.call('POST', '/payment', {
        token: app.stranger,
        body: paymentBody({
          merchant: { merchantId: OTHER.merchantId },
          instrument: card({ instrumentNo }),
        }),
      })
    const { body } = await create('5105100000001009')
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'UNSUPPORTED_BIN' })
    expect(app.world.payment(body.paymentId).instrument?.vaultRef).toBeUndefined()
    expect((await create(CARD)).body.status).not.toBe('REJECTED')
  })
})

describe('one payment per Idempotency-Key', () => {
  test('the same request again gets the same answer, marked as a replay', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const order = { extOrderId: randomUUID() }
    const first = await app.create({ instrument: card(), order }, key)
    const again = await app.create({ instrument: card({ cvv: '999' }), order }, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expectProblem(
      await app.create({ instrument: card(), order: { ...order, amount: 1 } }, key),
      'idempotency_key_reused',
    )
  })

  test('without a key every request is a payment of its own', async () => {
    const order = { extOrderId: randomUUID() }
    expect(await app.paymentId({ order })).not.toBe(await app.paymentId({ order }))
  })
})

describe('400', () => {
  test('every bad field is named', async () => {
    const order = { amount: -1, currency: 'ZZZ' }
    const body = { ...paymentBody({ customer: { email: 'x' } }), merchant: {}, order }
    const answer = await app.call('POST', '/payment', { token: app.bearer, body })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'merchant.merchantId',
      'customer.email',
      'order.amount',
      'order.currency',
    ])
  })

  test.for([
    ['options.asyncNotify', { options: { asyncNotify: 'https://10.0.0.1/x' } }],
    ['options.asyncNotify', { options: { asyncNotify: 'https://me:secret@shop.example/' } }],
    [
      'merchant.redirectURL',
      { merchant: { merchantId: 'shop', redirectURL: 'https://[fd00::1]/' } },
    ],
    ['instrument.bank', { method: 'PBL', instrument: { type: 'PBL', bank: 'NOBANK' } }],
    ['instrument.encCvv', { instrument: card({ encCvv: 'a.b.c.d.e' }) }],
  ] as const)('%s in %j', async ([field, changes]) => {
    const answer = await app.create(changes)
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toMatchObject([{ field }])
  })

  test('a wrong card number is never quoted', async () => {
    const answer = await app.create({ instrument: card({ instrumentNo: '4000000000001001' }) })
    expectProblem(answer, 'invalid_request')
    expect(answer.text).not.toContain('4000000000001001')
  })
})

describe('403', () => {
  test('the body cannot name another merchant', async () => {
    const merchant = { merchantId: OTHER.merchantId }
    expectProblem(await app.create({ merchant }), 'wrong_merchant')
    expectProblem(await app.create({ merchant, channel: 'and more is wrong' }), 'wrong_merchant')
  })

  test('the body cannot name an agent without agreement', async () => {
    expectProblem(await app.create({ agent: { merchantId: 'nobody' } }), 'agent_without_agreement')
    expect((await app.create({ agent: { merchantId: AGENT.merchantId } })).status).toBe(200)
    expect(lastCommand().agentId).toBe(AGENT.merchantId)
  })
})

describe('422', () => {
  const options = { transType: 'MARKETPLACE' }
  const part = (merchantId: string, amount: number) => ({ merchant: { merchantId }, amount })

  test('parts add up, and each has an agreement', async () => {
    const order = { amount: 100, subpayments: [part('shop', 60), part('other', 40)] }
    expect((await app.create({ options, order, instrument: card() })).status).toBe(200)
    expect(lastCommand().subpayments).toMatchObject([
      { merchantId: 'shop', amountMinor: 6000, commissionMinor: 0 },
      { merchantId: 'other', amountMinor: 4000 },
    ])
    expectProblem(
      await app.create({ options, order: { ...order, amount: 99 } }),
      'subpayments_do_not_add_up',
    )
    expectProblem(
      await app.create({ options, order: { amount: 1, subpayments: [part('nobody', 1)] } }),
      'marketplace_agreement_missing',
    )
  })

  test('parts of others are refused where nobody would pay them: the money comes to the merchant', async () => {
    const { merchants } = app.services
    const shop = await merchants.find(SHOP.merchantId)
    if (!shop) throw new Error('no shop')
    const order = { amount: 100, subpayments: [part('shop', 60), part('other', 40)] }
    const own = { amount: 100, subpayments: [part('shop', 60), part('shop', 40)] }
    const asked = (method: string, of: object) => app.create({ options, method, order: of })
    try {
      await merchants.save({ ...shop, settings: { ...shop.settings, blik: 'autopay/main' } })
      for (const method of ['BLIK', 'UNKNOWN']) {
        const channel = method === 'UNKNOWN' ? 'PAYWALL' : 'WEBAPI'
        const answer = await app.create({ options, method, channel, order })
        expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('subpayments')])
      }
      expect((await asked('CARD', order)).status).toBe(200)
      expect((await asked('BLIK', own)).status).toBe(200)
      await merchants.save({ ...shop, settings: { ...shop.settings, acquirer: 'stripe/main' } })
      expect((await asked('CARD', order)).status).toBe(400)
    } finally {
      await merchants.save(shop)
    }
  })

  test('a SUBSEQUENT payment needs a successful first one with the same card', async () => {
    const subsequent = (refPaymentId: string | null, instrument: object = card({ cvv: null })) =>
      app.create({ instrument, options: { recurring: 'SUBSEQUENT', refPaymentId } })
    const first = await app.paymentId({ instrument: card(), options: { recurring: 'INITIAL' } })
    const { status, body } = await subsequent(first)
    expect([status, body.status]).toEqual([200, 'PENDING'])
    expect(lastCommand().options).toMatchObject({ networkTransactionId: 'network-1' })

    const plain = await app.paymentId({ instrument: card() })
    const open = await app.paymentId({ options: { recurring: 'INITIAL' } })
    for (const refPaymentId of [plain, open, 'unknown', null])
      expectProblem(await subsequent(refPaymentId), 'reference_payment_not_usable')
    expectProblem(
      await subsequent(first, card({ instrumentNo: '4111111111111111' })),
      'reference_payment_not_usable',
    )
  })
})
