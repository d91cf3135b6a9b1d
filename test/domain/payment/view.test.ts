import { describe, expect, test } from 'vitest'
import {
  PaymentInfo,
  PaymentStatus,
  RefundRecord,
  SubpaymentRecord,
  TransactionRecord,
} from '../../../src/contract/reads.ts'
import { CommandAnswer } from '../../../src/contract/answers.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import {
  acsData,
  commandAnswer,
  createAnswer,
  paymentInfo,
  paymentStatus,
  refundRecords,
  subpaymentRecords,
  transactionRecords,
} from '../../../src/domain/payment/view.ts'
import { rejection } from '../../../src/domain/actor/view/rejection.ts'

const publicUrl = 'https://pay.example'
const at = Date.UTC(2030, 0, 2, 3, 4, 5, 6)

const payment = (change: Partial<Payment> = {}): Payment => ({
  id: 'pay',
  version: 1,
  phase: 'gathering',
  merchantId: 'shop',
  channel: 'WEBAPI',
  method: 'CARD',
  merchant: {
    name: 'Shop',
    mcc: '5999',
    country: 'PL',
    holdMs: 1,
    refundWindowMs: 1,
    withoutAuthentication: 'proceed',
    cvvForTokens: false,
    notifies: true,
  },
  customer: { email: 'payer@example.com', name: 'Pay Er' },
  order: { amountMinor: 9999, currency: 'PLN', extOrderId: 'order-1' },
  options: { transKind: 'AUTH', validTime: 1800 },
  createdAt: at,
  updatedAt: at,
  validUntil: at + 1_800_000,
  requestId: 'request',
  authorizations: 0,
  inquiries: 0,
  authorizedMinor: 0,
  capturedMinor: 0,
  refundedMinor: 0,
  reservedMinor: 0,
  transactions: [],
  refunds: [],
  subpayments: [],
  calls: [],
  clockOffsetMs: 0,
  notificationSequence: 0,
  ...change,
})

const card = {
  type: 'CARD',
  vaultRef: 'vault-reference',
  cardMask: '400000******1026',
  organization: 'VISA',
  fingerprint: 'card-fingerprint',
  secretOwner: 'queue',
} as const

const challenged = payment({
  phase: 'challenging',
  instrument: card,
  challenge: {
    serverTransId: 'server-1',
    acsTransId: 'acs-1',
    acsUrl: 'https://acs.example',
    version: '2.2.0',
    until: at + 600_000,
    ranges: { acsStartProtocol: '2.1.0' },
  },
})

describe('paymentInfo', () => {
  test('shows a new payment, what it waits for and what will happen by itself', () => {
    const info = paymentInfo(payment(), 'merchant')
    expect(info).toEqual({
      paymentId: 'pay',
      status: 'NEW',
      dataRequest: 'INSTRUMENT',
      channel: 'WEBAPI',
      method: 'CARD',
      merchant: { merchantId: 'shop', name: 'Shop' },
      customer: { email: 'p***@example.com' },
      order: { amount: 99.99, currency: 'PLN', extOrderId: 'order-1' },
      options: { transKind: 'AUTH', validTime: 1800 },
      amounts: { authorized: 0, captured: 0, refunded: 0, refundable: 0 },
      createdAt: '2030-01-02T03:04:05.006Z',
      updatedAt: '2030-01-02T03:04:05.006Z',
      validUntil: '2030-01-02T03:34:05.006Z',
      next: [{ event: 'EXPIRY', at: '2030-01-02T03:34:05.006Z' }],
    })
    expect(PaymentInfo.parse(info)).toEqual(info)
  })

  test('shows a card by its mask alone', () => {
    const info = paymentInfo(challenged, 'merchant')
    expect(info.instrument).toEqual({
      type: 'CARD',
      cardMask: '400000******1026',
      organization: 'VISA',
    })
    const text = JSON.stringify(info)
    for (const secret of ['vault-reference', 'card-fingerprint', 'queue', 'payer@'])
      expect(text).not.toContain(secret)
  })

  test('tells how much of a hold, a capture and refunds there is', () => {
    const hold = payment({
      phase: 'authorized',
      instrument: card,
      authorizedMinor: 15000,
      holdUntil: at + 1,
      options: { transKind: 'PREAUTH', validTime: 60 },
    })
    const info = paymentInfo(hold, 'merchant')
    expect(info.amounts).toEqual({ authorized: 150, captured: 0, refunded: 0, refundable: 0 })
    expect([info.status, info.dataRequest]).toEqual(['COMPLETED', 'CAPTURE'])
    expect(info.preauthValidUntil).toBe('2030-01-02T03:04:05.007Z')
    expect(info.next).toEqual([{ event: 'PREAUTH_RELEASE', at: '2030-01-02T03:04:05.007Z' }])
    const captured = { ...hold, phase: 'paid', capturedMinor: 12000, refundedMinor: 1010 } as const
    expect(paymentInfo({ ...captured, reservedMinor: 5 }, 'merchant').amounts).toEqual({
      authorized: 150,
      captured: 120,
      refunded: 10.1,
      refundable: 109.85,
    })
  })

  test('nothing is refundable of a payment that was given back', () => {
    const cancelled = payment({ phase: 'cancelled', authorizedMinor: 9999, capturedMinor: 9999 })
    expect(paymentInfo(cancelled, 'merchant').amounts.refundable).toBe(0)
  })
})

describe('rejection', () => {
  test.each([
    ['CARD_BLOCKED', 'merchant', 'CARD_BLOCKED'],
    ['CARD_BLOCKED', 'payer', 'DECLINED'],
    ['SUSPECTED_FRAUD', 'payer', 'DECLINED'],
    ['INSUFFICIENT_FUNDS', 'payer', 'INSUFFICIENT_FUNDS'],
    ['EXPIRED', 'payer', 'EXPIRED'],
  ] as const)('%s reads for the %s as %s', (code, audience, shown) => {
    const told = rejection(code, audience)
    expect(told.rejectCode).toBe(shown)
    expect(told.rejectInfo).toBeTypeOf('string')
  })

  test('nothing is said about what did not fail', () => {
    expect(rejection(undefined, 'payer')).toEqual({})
  })

  test('the payer never reads a reason that would help a thief', () => {
    const blocked = payment({ phase: 'rejected', rejectCode: 'CARD_BLOCKED' })
    for (const answer of [
      paymentInfo(blocked, 'payer'),
      paymentStatus(blocked, publicUrl, 'payer'),
      commandAnswer(blocked, { publicUrl, audience: 'payer' }),
    ])
      expect(JSON.stringify(answer)).not.toMatch(/blocked/i)
  })
})

describe('paymentStatus', () => {
  test.each([
    ['gathering', 'NEW', false],
    ['authorizing', 'PENDING', false],
    ['authorized', 'COMPLETED', true],
    ['paid', 'COMPLETED', true],
    ['settled', 'SETTLED', true],
    ['rejected', 'REJECTED', true],
    ['cancelled', 'CANCELLED', true],
    ['errored', 'ERROR', true],
  ] as const)('%s is %s, final for the payer: %s', (phase, status, statusPresentation) => {
    const shown = paymentStatus(payment({ phase }), publicUrl, 'merchant')
    expect(shown).toMatchObject({ paymentId: 'pay', status, statusPresentation })
    expect(PaymentStatus.parse(shown)).toEqual(shown)
  })

  test('offers the apps of an ambiguous alias', () => {
    const apps = [{ app: '1001', label: 'one' }]
    const asked = payment({ phase: 'awaitingDetails', apps, method: 'BLIK' })
    const shown = paymentStatus(asked, publicUrl, 'merchant')
    expect([shown.dataRequest, shown.apps]).toEqual(['BLIK_APP', apps])
  })

  test('sends the payer to the bank, to our page, or nowhere once it is over', () => {
    const bank = 'https://bank.example/pay'
    const shown = (change: Partial<Payment>) =>
      paymentStatus(payment(change), publicUrl, 'merchant').redirectURL
    expect(shown({ linkId: 'link' })).toBe('https://pay.example/pay/link')
    expect(shown({ phase: 'awaitingPayer', linkId: 'link', redirectUrl: bank })).toBe(bank)
    expect(shown({ phase: 'paid', linkId: 'link', redirectUrl: bank })).toBeUndefined()
    expect(shown({})).toBeUndefined()
  })
})

describe('acsData', () => {
  test('carries the CReq that the browser posts', () => {
    const data = acsData(challenged)
    expect(data).toMatchObject({
      tdsServerTxnId: 'server-1',
      acsTxnId: 'acs-1',
      acsURL: 'https://acs.example',
      messageType: 'CReq',
      messageVersion: '2.2.0',
      acsStartProtocol: '2.1.0',
    })
    expect(data?.creqPayload).toMatch(/^[\w-]+$/)
    expect(JSON.parse(Buffer.from(data?.creqPayload ?? '', 'base64url').toString())).toEqual({
      messageType: 'CReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: 'server-1',
      acsTransID: 'acs-1',
      challengeWindowSize: '05',
    })
  })

  test('is there only while the challenge waits', () => {
    expect(acsData({ ...challenged, phase: 'authorizing' })).toBeUndefined()
  })
})

describe('commandAnswer', () => {
  test('carries the next step of the payer', () => {
    const answer = commandAnswer(challenged, { publicUrl })
    expect(answer.dataRequest).toBe('CARD_3DS')
    expect(answer.acsData).toEqual(acsData(challenged))
    expect(CommandAnswer.parse(answer)).toEqual(answer)
  })

  test('tells of the operation that was commanded', () => {
    const captured = payment({
      phase: 'capturing',
      authorizedMinor: 10000,
      transactions: [
        {
          transId: 't1',
          type: 'CAPTURE',
          status: 'PENDING',
          amountMinor: 7000,
          createdAt: at,
          updatedAt: at,
        },
      ],
    })
    const outcome = { accepted: true, transId: 't1' } as const
    expect(commandAnswer(captured, { publicUrl, outcome })).toEqual({
      paymentId: 'pay',
      status: 'COMPLETED',
      channel: 'WEBAPI',
      method: 'CARD',
      transId: 't1',
      transStatus: 'PENDING',
      amounts: { authorized: 100, captured: 0, refunded: 0, refundable: 0 },
    })
  })
})

describe('createAnswer', () => {
  test.each(['paid', 'authorized', 'settled'] as const)('never tells of a success: %s', (phase) => {
    const answer = createAnswer(payment({ phase, instrument: card }), { publicUrl })
    expect(answer.status).toBe('PENDING')
    expect(answer).not.toHaveProperty('dataRequest')
  })

  test('tells of an early end', () => {
    const refused = payment({ phase: 'rejected', rejectCode: 'UNSUPPORTED_BIN' })
    expect(createAnswer(refused, { publicUrl })).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'UNSUPPORTED_BIN',
      rejectInfo: 'The card is not supported',
    })
  })
})

test('transactions, refunds and parts are shown as the contract has them', () => {
  const whole = payment({
    phase: 'paid',
    capturedMinor: 9999,
    options: { transKind: 'AUTH', validTime: 1800, marketplace: true },
    transactions: [
      {
        transId: 't1',
        type: 'REFUND',
        status: 'REJECTED',
        amountMinor: 1,
        reference: 'internal',
        refundId: 'r1',
        rejectCode: 'UNKNOWN_OUTCOME',
        createdAt: at,
        updatedAt: at,
      },
    ],
    refunds: [
      {
        refundId: 'r1',
        transId: 't1',
        extRefundId: 'x',
        amountMinor: 1,
        status: 'REJECTED',
        rejectCode: 'UNKNOWN_OUTCOME',
        commandId: 'command',
        createdAt: at,
        updatedAt: at,
      },
    ],
    subpayments: [
      {
        subpaymentId: 's1',
        merchantId: 'other',
        amountMinor: 4000,
        commissionMinor: 0,
        refundedMinor: 10,
        reservedMinor: 5,
        commissionRefundedMinor: 0,
      },
    ],
  })
  const [transaction] = transactionRecords(whole)
  expect(TransactionRecord.strict().parse(transaction)).toMatchObject({
    amount: 0.01,
    currency: 'PLN',
    rejectInfo: 'No answer was given; nothing was charged',
  })
  const [refund] = refundRecords(whole)
  expect(RefundRecord.strict().parse(refund)).toMatchObject({ paymentId: 'pay', amount: 0.01 })
  const [part] = subpaymentRecords(whole)
  expect(SubpaymentRecord.strict().parse(part)).toMatchObject({ amount: 40, refunded: 0.1 })
  expect(paymentInfo(whole, 'merchant').subpayments).toEqual([part])
})

test('a charge that a payer makes elsewhere tells the account that it went through', () => {
  const charge = { transId: 't1', type: 'AUTH', status: 'COMPLETED', amountMinor: 1 } as const
  const times = { createdAt: at, updatedAt: at }
  const records = transactionRecords(
    payment({
      reference: 'pay-blik',
      via: 'autopay/main',
      transactions: [
        { ...charge, ...times, reference: 'pay-blik' },
        { ...charge, ...times, reference: 'pay-blik-before' },
      ],
    }),
  )
  expect(records.map(({ via }) => via)).toEqual(['autopay/main', undefined])
})

test('what a provider has kept of a charge stands beside it', () => {
  const charge = { transId: 't1', type: 'AUTH', status: 'COMPLETED', amountMinor: 9_999 } as const
  const times = { createdAt: at, updatedAt: at }
  const transactions = ['one', 'two'].map((reference) => ({ ...charge, ...times, reference }))
  const records = transactionRecords(payment({ transactions }), new Map([['two', 250]]))
  expect(records.map(({ cost }) => cost)).toEqual([undefined, 2.5])
})
