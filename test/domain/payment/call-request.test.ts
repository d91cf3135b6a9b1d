import { describe, expect, test } from 'vitest'
import type { Call, CallKind } from '../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../src/domain/payment/call-request.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { cardInstrument, createCommand, Story } from './support.ts'

const callOf = (kind: CallKind): Call => ({
  id: 'call/one',
  kind,
  reference: 'one',
  amountMinor: 10_000,
  attempt: 1,
})

/** A payment that knows everything a payment can know. */
const full: Payment = {
  ...Story.of({ tokenizerId: 'tok' }).state,
  customer: { email: 'payer@example.com', name: 'Pay Er', phone: '1' },
  device: { ip: '::1', name: 'phone', browser: { language: 'pl' } },
  order: { amountMinor: 10_000, currency: 'EUR', description: 'Shoes', extOrderId: 'o' },
  options: {
    transKind: 'AUTH',
    validTime: 1800,
    recurring: 'INITIAL',
    networkTransactionId: 'network',
    funding: { purposeCode: '1' },
    registerAlias: { type: 'UID', value: 'v', label: 'l' },
    recurringExpDate: '2030-12-31',
    recurringCycleDays: 30,
    exemption: 'LOW_VALUE',
    moto: true,
  },
  authentication: { transStatus: 'Y', cavv: 'c' },
  validUntil: 99,
}
const agreement = { recurringExpDate: '2030-12-31', recurringCycleDays: 30 }
const plain: Payment = {
  ...Story.of().state,
  device: {},
  order: { amountMinor: 10_000, currency: 'EUR' },
}
const requestOf = (kind: CallKind, payment = full) => callRequestOf(payment, callOf(kind))

const always = {
  ownerId: full.id,
  merchantId: 'shop',
  merchant: { name: 'Shop', mcc: '5999', country: 'PL' },
  currency: 'EUR',
  kind: 'SALE',
  instrument: cardInstrument,
}

describe('a call tells the world no more than it needs', () => {
  test.for<[CallKind, object]>([
    [
      'authorize',
      {
        authentication: { transStatus: 'Y', cavv: 'c' },
        recurring: 'INITIAL',
        networkTransactionId: 'network',
        funding: { purposeCode: '1' },
        exemption: 'LOW_VALUE',
        moto: true,
      },
    ],
    ['route', { method: 'CARD', recurring: 'INITIAL', networkTransactionId: 'network' }],
    [
      'authenticate',
      {
        browser: { language: 'pl' },
        ip: '::1',
        email: 'payer@example.com',
        payer: { name: 'Pay Er', phone: '1' },
        recurring: 'INITIAL',
        exemption: 'LOW_VALUE',
        ...agreement,
      },
    ],
    [
      'blikPay',
      {
        description: 'Shoes',
        registerAlias: { type: 'UID', value: 'v', label: 'l' },
        ...agreement,
      },
    ],
    ['bankStart', { description: 'Shoes', validUntil: 99 }],
    ['capture', {}],
    ['refund', {}],
    ['reverse', {}],
    ['inquire', {}],
    ['blikInquire', {}],
    ['sendBack', { mayBeRefused: true }],
  ])('%s', ([kind, details]) => {
    expect(requestOf(kind)).toEqual({ call: callOf(kind), ...always, ...details })
  })

  test.for<[CallKind, object]>([
    ['authorize', {}],
    ['route', { method: 'CARD' }],
    ['authenticate', { email: 'payer@example.com' }],
    ['blikPay', {}],
    ['bankStart', { validUntil: plain.validUntil }],
  ])('%s of a payment that knows little has no empty members', ([kind, details]) => {
    expect(requestOf(kind, plain)).toStrictEqual({ call: callOf(kind), ...always, ...details })
  })

  test('storeCard carries the tokenization that it starts', () => {
    expect(requestOf('storeCard').tokenization).toMatchObject({
      tokenizerId: 'tok',
      verifiedBy: full.id,
    })
  })
})

describe('a call tells', () => {
  test('where the merchant can be found, when it said so', () => {
    const merchant = { ...full.merchant, url: 'https://shop', acsNotificationUrl: 'https://acs' }
    expect(requestOf('capture', { ...full, merchant }).merchant).toEqual({
      ...always.merchant,
      url: 'https://shop',
      acsNotificationUrl: 'https://acs',
    })
  })

  test.for([
    ['AUTH', 'SALE'],
    ['PREAUTH', 'PREAUTH'],
    ['ACCT_FUNDING', 'ACCT_FUNDING'],
  ] as const)('%s is %s to an acquirer', ([transKind, kind]) => {
    const payment = { ...full, options: { ...full.options, transKind } }
    expect(requestOf('authorize', payment).kind).toBe(kind)
  })

  test('nothing of an instrument where there is none', () => {
    const { instrument: _, ...payment } = full
    expect(requestOf('capture', payment)).not.toHaveProperty('instrument')
  })
})

describe('a call keeps to itself', () => {
  test('an exemption that the issuer has answered with a demand, or a challenge made needless', () => {
    const challenged = { ...full, authentication: { transStatus: 'Y', challenged: true } as const }
    expect(requestOf('authorize', challenged)).not.toHaveProperty('exemption')
    const softDeclined: Payment = { ...full, softDeclined: true }
    expect(requestOf('authorize', softDeclined)).not.toHaveProperty('exemption')
    expect(requestOf('authenticate', softDeclined)).not.toHaveProperty('exemption')
  })

  test('how long an agreement lasts, where BLIK is not asked for one', () => {
    const { registerAlias: _, ...options } = full.options
    const request = requestOf('blikPay', { ...full, options })
    expect(request).not.toHaveProperty('recurringExpDate')
    expect(request).not.toHaveProperty('recurringCycleDays')
  })

  test('the acquirer’s name of a charge, where the call is about none', () => {
    const payment: Payment = { ...full, via: 'stripe/main' }
    const call = { ...callOf('authorize'), acquirerRef: 'pi_1' }
    expect(callRequestOf(payment, call)).not.toHaveProperty('originalAcquirerRef')
  })
})

describe('an account of the merchant', () => {
  const story = () => {
    const { merchant } = createCommand()
    return Story.of({ merchant: { ...merchant, acquirer: 'stripe/main' } })
  }
  const held = (): Payment => ({
    ...plain,
    via: 'stripe/main',
    transactions: [
      {
        transId: 't',
        type: 'PREAUTH',
        status: 'COMPLETED',
        amountMinor: 10_000,
        reference: 'charge',
        acquirerRef: 'pi_1',
        createdAt: 0,
        updatedAt: 0,
      },
    ],
  })

  test('is written into the charge and the payment when the charge is planned', () => {
    const payment = story().answer({ type: 'notEnrolled' }).state
    const charge = payment.calls.find(({ kind }) => kind === 'authorize')
    expect([charge?.via, payment.via]).toEqual(['stripe/main', 'stripe/main'])
    expect(callRequestOf(payment, charge!)).toMatchObject({ via: 'stripe/main' })
  })

  test('stays, whatever follows: by the name that the acquirer gave the charge', () => {
    for (const kind of ['capture', 'adjust', 'refund', 'reverse'] as const) {
      const call = { ...callOf(kind), originalReference: 'charge' }
      const to = { via: 'stripe/main', originalAcquirerRef: 'pi_1' }
      expect(callRequestOf(held(), call), kind).toMatchObject(to)
    }
  })

  test('is asked about what it was sent, not what the payment uses since', () => {
    const about: Call = { ...callOf('capture'), originalReference: 'charge', via: 'stripe/old' }
    const inquiry = { ...callOf('inquire'), about }
    const to = { via: 'stripe/old', originalAcquirerRef: 'pi_1' }
    expect(callRequestOf(held(), inquiry)).toMatchObject(to)
  })

  test('is no business of other calls, nor of payments without one', () => {
    for (const kind of ['authenticate', 'openWallet', 'storeCard'] as const)
      expect(callRequestOf({ ...full, via: 'stripe/main' }, callOf(kind))).not.toHaveProperty('via')
    const { via: _, ...elsewhere } = held()
    const call = { ...callOf('capture'), originalReference: 'charge' }
    expect(callRequestOf(elsewhere, call)).not.toHaveProperty('via')
    expect(callRequestOf(elsewhere, call)).not.toHaveProperty('originalAcquirerRef')
  })
})
