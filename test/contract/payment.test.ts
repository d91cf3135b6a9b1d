import { describe, expect, test } from 'vitest'
import { CompletePaymentRequest, CreatePaymentRequest } from '../../src/contract/payment.ts'
import { problems, words } from './problems.ts'

const card = { type: 'CARD', instrumentNo: '4000000000001000', expDate: '203012', cvv: '123' }
const valid = {
  channel: 'WEBAPI',
  method: 'CARD',
  merchant: { merchantId: 'shop' },
  customer: { email: 'payer@example.com' },
  order: { amount: 99.99, currency: 'PLN' },
}
const create = (change: object = {}) => CreatePaymentRequest.parse({ ...valid, ...change })
const wrong = (change: object) => problems(CreatePaymentRequest, { ...valid, ...change })
const order = (change: object) => ({ order: { ...valid.order, ...change } })

test('the least that a payment needs is enough', () => {
  expect(create()).toEqual(valid)
})

test('unknown fields are dropped at every depth', () => {
  const body = create({ auth: 'x', order: { ...valid.order, colour: 'red' } })
  expect(body).toEqual(valid)
})

test('null means absent in every optional field', () => {
  const body = create({
    instrument: null,
    device: { ip: null, browserData: null },
    options: { validTime: null, methods: null },
    customer: { ...valid.customer, phone: { countryCode: null } },
  })
  expect(body).toEqual({
    ...valid,
    device: {},
    options: {},
    customer: { ...valid.customer, phone: {} },
  })
})

test('null in a needed field is a missing field', () => {
  expect(wrong({ channel: null, customer: { email: null } })).toEqual(['channel', 'customer.email'])
})

test('every bad field is named at once', () => {
  const body = {
    channel: 'WEBAPI',
    method: 'CARD',
    merchant: {},
    customer: { email: 'x' },
    order: { amount: -1, currency: 'ZZZ' },
  }
  expect(problems(CreatePaymentRequest, body)).toEqual([
    'merchant.merchantId',
    'customer.email',
    'order.amount',
    'order.currency',
  ])
})

describe('amounts', () => {
  test.each([0.01, 1, 99.99, '99.99', 999_999_999.99, 0.07, 1.1])('%s is taken', (amount) => {
    expect(create(order({ amount })).order.amount).toBe(amount)
  })
  test.each([0, -5, 10.005, 1e21, '1e2', 'abc', 1_000_000_000, '', ' 1', '1,00', '+1', NaN, true])(
    '%s is refused',
    (amount) => expect(wrong(order({ amount }))).toEqual(['order.amount']),
  )
  test('decimals are those of the currency', () => {
    expect(wrong(order({ amount: 10.5, currency: 'JPY' }))).toEqual(['order.amount'])
    expect(wrong(order({ amount: 10.555, currency: 'BHD' }))).toEqual([])
  })
})

describe('method and instrument', () => {
  test.each([
    ['CARD', { type: 'COF', instrumentNo: 'token' }],
    ['UNKNOWN', card],
    ['BLIK', { type: 'BLIK' }],
    ['PBL', { type: 'PBL', bankId: 2 }],
  ])('%s fits', (method, instrument) => expect(wrong({ method, instrument })).toEqual([]))

  test.each([
    ['BLIK', card],
    ['CARD', { type: 'BLIK', code: '777123' }],
  ])('%s with another instrument is refused', (method, instrument) => {
    expect(wrong({ method, instrument })).toEqual(['method'])
  })
})

test('a wrong card number is named but never quoted', () => {
  const body = { ...valid, instrument: { ...card, instrumentNo: '4000000000001001' } }
  expect(problems(CreatePaymentRequest, body)).toEqual(['instrument.instrumentNo'])
  expect(words(CreatePaymentRequest, body)).not.toContain('4000000000001001')
})

describe('marketplace', () => {
  const parts = [{ merchant: { merchantId: 'other' }, amount: 99.99, commission: 0 }]
  test('subpayments and transType belong together', () => {
    const options = { transType: 'MARKETPLACE' }
    expect(wrong({ ...order({ subpayments: parts }), options })).toEqual([])
    expect(wrong(order({ subpayments: parts }))).toEqual(['options.transType'])
    expect(wrong({ options })).toEqual(['order.subpayments'])
  })
  test('a hold cannot be divided', () => {
    const options = { transType: 'MARKETPLACE', transKind: 'PREAUTH' }
    expect(wrong({ ...order({ subpayments: parts }), options })).toEqual(['options.transKind'])
  })
  test('a commission is at most its part', () => {
    const options = { transType: 'MARKETPLACE' }
    const subpayments = [{ merchant: { merchantId: 'other' }, amount: 1, commission: 1.01 }]
    expect(wrong({ ...order({ subpayments }), options })).toEqual([
      'order.subpayments.0.commission',
    ])
  })
})

describe('options', () => {
  test.each([
    { validTime: 60 },
    { validTime: 2_592_000 },
    { methods: 'CARD, BLIK' },
    { language: 'pl' },
    { asyncNotify: 'https://shop.example/notify' },
    { registerAlias: { value: 'alias' } },
  ])('%j is taken', (options) => expect(wrong({ options })).toEqual([]))

  test.each([
    { validTime: 59 },
    { validTime: 2_592_001 },
    { validTime: 90.5 },
    { methods: 'CARD,CASH' },
    { language: 'de' },
    { transKind: 'SALE' },
    { tokenize: 'yes' },
    { asyncNotify: 'shop' },
  ])('%j is refused', (options) => {
    expect(wrong({ options })).toEqual([`options.${Object.keys(options)[0] ?? ''}`])
  })
})

test('countries are alpha-2 or alpha-3', () => {
  const billing = (country: string) => ({ customer: { ...valid.customer, billing: { country } } })
  expect(wrong(billing('PL'))).toEqual([])
  expect(wrong(billing('POL'))).toEqual([])
  expect(wrong(billing('616'))).toEqual(['customer.billing.country'])
})

test('browser data are numbers or text', () => {
  const device = { browserData: { colorDepth: '24', screenHeight: 900, timezone: '-60' } }
  expect(create({ device }).device).toEqual(device)
  const broken = { browserData: { colorDepth: 'deep', screenHeight: 1.5 } }
  expect(wrong({ device: broken })).toEqual([
    'device.browserData.colorDepth',
    'device.browserData.screenHeight',
  ])
})

test('completing a payment wants something to complete it with', () => {
  expect(problems(CompletePaymentRequest, {})).toEqual([''])
  expect(problems(CompletePaymentRequest, { instrument: { cvv: '123' } })).toEqual([])
  expect(problems(CompletePaymentRequest, { device: { ip: '::1' } })).toEqual([])
})
