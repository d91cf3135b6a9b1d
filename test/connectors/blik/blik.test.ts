import { describe, expect, test } from 'vitest'
import { createBlik, parseMessage } from '../../../src/connectors/blik/index.ts'
import type { BlikPayment } from '../../../src/connectors/blik/index.ts'
import { deadUrl, faults, json, startPeer } from '../peer.ts'

const peer = await startPeer(json(200, {}))
const blik = createBlik({ url: peer.url, key: 'key', timeoutMs: 1_000 })
const dead = createBlik({ url: await deadUrl(), key: 'key', timeoutMs: 30_000 })

const payment: BlikPayment = {
  orderId: 'pay-1',
  amountMinor: 9999,
  currency: 'PLN',
  description: 'Order 7',
  code: '777123',
  notifyUrl: 'https://gateway.example/blik',
}
const state = (status: string, more: object = {}) => ({
  orderId: 'pay-1',
  transactionId: 'T1',
  status,
  ...more,
})
const apps = [
  { app: '1001', label: 'My bank' },
  { app: '1002', label: 'Other bank' },
]

const states = [
  ['PENDING', {}, { type: 'pending', transactionId: 'T1' }],
  ['CONFIRMED', {}, { type: 'confirmed', transactionId: 'T1' }],
  ['CANCELLED', {}, { type: 'cancelled', transactionId: 'T1' }],
  ['AMBIGUOUS', { apps }, { type: 'ambiguous', apps, transactionId: 'T1' }],
  ...Object.entries({
    CODE_INVALID: 'BLIK_CODE_INVALID',
    CODE_EXPIRED: 'BLIK_CODE_EXPIRED',
    USER_DECLINED: 'DECLINED_BY_PAYER',
    INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
    ALIAS_UNKNOWN: 'BLIK_ALIAS_UNKNOWN',
    TIMEOUT: 'BLIK_TIMEOUT',
    LIMIT_EXCEEDED: 'LIMIT_EXCEEDED',
    SYSTEM_ERROR: 'SYSTEM_ERROR',
    NEVER_HEARD_OF: 'SYSTEM_ERROR',
  }).map(
    ([reason, rejectCode]) =>
      [
        'REJECTED',
        { reason },
        { type: 'rejected', rejectCode, detail: `reason ${reason}`, transactionId: 'T1' },
      ] as const,
  ),
] as const

describe.each(states)('status %s with %j', (status, more, expected) => {
  test('means the same in the answer, the inquiry, the cancellation and the message', async () => {
    peer.respond = json(200, state(status, more))
    expect(await blik.pay(payment)).toEqual(expected)
    expect(await blik.inquire('pay-1')).toEqual(expected)
    expect(await blik.cancel('pay-1')).toEqual(expected)
    expect(parseMessage(state(status, more))).toEqual({
      orderId: 'pay-1',
      transactionId: 'T1',
      outcome: expected,
    })
  })
})

test('calls go where the provider expects them', async () => {
  peer.respond = json(200, state('PENDING'))
  await blik.pay(payment)
  const { notifyUrl, ...rest } = payment
  expect(peer.received.at(-1)).toMatchObject({ method: 'POST', path: '/payments' })
  expect(peer.received.at(-1)?.body).toEqual({ ...rest, notifyURL: notifyUrl })
  await blik.inquire('pay-1')
  expect(peer.received.at(-1)).toMatchObject({ method: 'GET', path: '/payments/pay-1' })
  await blik.cancel('pay-1')
  expect(peer.received.at(-1)).toMatchObject({ method: 'POST', path: '/payments/pay-1/cancel' })
})

test('an inquiry also tells what became of the alias', async () => {
  const alias = { value: 'alias-one', status: 'REGISTERED' }
  peer.respond = json(200, state('CONFIRMED', { alias }))
  expect(await blik.inquire('pay-1')).toMatchObject({ type: 'confirmed', alias })
  expect(parseMessage(state('CONFIRMED', { alias }))).toMatchObject({ alias })
})

test('an order nobody knows is not found only in the provider’s own words', async () => {
  peer.respond = json(404, { error: 'not_found' })
  expect(await blik.inquire('pay-1')).toEqual({ type: 'notFound' })
  peer.respond = json(404, { error: 'gone' })
  expect(await blik.inquire('pay-1')).toEqual({ type: 'unknown' })
})

test('a definite HTTP refusal rejects', async () => {
  peer.respond = json(400, { error: 'bad_request' })
  expect(await blik.pay(payment)).toEqual({
    type: 'rejected',
    rejectCode: 'SYSTEM_ERROR',
    detail: 'refused with 400 bad_request',
  })
})

describe('when the answer is lost', () => {
  test.each(Object.entries(faults))('%s leaves the outcome unknown', async (_name, fault) => {
    peer.respond = fault
    expect(await blik.pay(payment)).toEqual({ type: 'unknown' })
    expect(await blik.inquire('pay-1')).toEqual({ type: 'unknown' })
    expect(await blik.cancel('pay-1')).toEqual({ type: 'unknown' })
  })

  test('ambiguity without a choice is no answer', async () => {
    peer.respond = json(200, state('AMBIGUOUS', { apps: [] }))
    expect(await blik.pay(payment)).toEqual({ type: 'unknown' })
  })
})

test('what never left is not sent, and an inquiry that never left learns nothing', async () => {
  expect(await dead.pay(payment)).toEqual({ type: 'notSent' })
  expect(await dead.cancel('pay-1')).toEqual({ type: 'notSent' })
  expect(await dead.inquire('pay-1')).toEqual({ type: 'unknown' })
})

test.each([
  ['no object', 5],
  ['no order', { transactionId: 'T1', status: 'CONFIRMED' }],
  ['an unknown status', state('MAYBE')],
  ['an alias of the wrong shape', state('CONFIRMED', { alias: 'alias-one' })],
])('a message with %s is not read', (_name, message) => {
  expect(parseMessage(message)).toBeUndefined()
})
