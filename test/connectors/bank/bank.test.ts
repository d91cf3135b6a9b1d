import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createBank, verifyReturnHash } from '../../../src/connectors/bank/index.ts'
import { returnHash } from '../../../src/connectors/bank/return-hash.ts'
import { deadUrl, faults, json, startPeer } from '../peer.ts'

const peer = await startPeer(json(200, {}))
const bank = createBank({ url: peer.url, key: 'key', timeoutMs: 1_000 })

const transfer = {
  orderId: 'pay-1',
  bank: 'SIMBANK',
  amountMinor: 9999,
  currency: 'PLN',
  title: 'Order 7',
  returnUrl: 'https://gateway.example/back',
  validUntil: '2026-11-15T04:00:00.000Z',
}

describe('starting a transfer', () => {
  test('gives the bank’s page', async () => {
    const redirectURL = 'https://bank.example/pay?OrderID=pay-1'
    peer.respond = json(200, { orderId: 'pay-1', status: 'PENDING', redirectURL })
    expect(await bank.start(transfer)).toEqual({ type: 'started', redirectUrl: redirectURL })
    const { returnUrl, ...rest } = transfer
    expect(peer.received.at(-1)?.body).toEqual({ ...rest, returnURL: returnUrl })
  })

  test('is refused by a closed bank, and by a definite HTTP refusal', async () => {
    peer.respond = json(409, { error: 'bank_unavailable' })
    expect(await bank.start(transfer)).toEqual({
      type: 'refused',
      rejectCode: 'BANK_UNAVAILABLE',
      detail: 'refused with 409 bank_unavailable',
    })
    peer.respond = json(400, { error: 'bad_request' })
    expect(await bank.start(transfer)).toEqual({
      type: 'refused',
      rejectCode: 'SYSTEM_ERROR',
      detail: 'refused with 400 bad_request',
    })
  })

  test.each([
    ['a page that is not of the web', { status: 'PENDING', redirectURL: 'javascript:alert(1)' }],
    ['no page', { status: 'PENDING' }],
    ['an order closed before', { status: 'CANCELLED', redirectURL: 'https://bank.example/' }],
  ])('with %s is unknown', async (_name, body) => {
    peer.respond = json(200, { orderId: 'pay-1', ...body })
    expect(await bank.start(transfer)).toEqual({ type: 'unknown' })
  })

  test('that never left is not sent', async () => {
    const dead = createBank({ url: await deadUrl(), key: 'key', timeoutMs: 30_000 })
    expect(await dead.start(transfer)).toEqual({ type: 'notSent' })
    expect(await dead.inquire('pay-1')).toEqual({ type: 'unknown' })
  })
})

test.each([
  ['PENDING', 'pending'],
  ['PAID', 'paid'],
  ['DECLINED', 'declined'],
  ['CANCELLED', 'cancelled'],
])('status %s means %s to an inquiry and a cancellation', async (status, type) => {
  peer.respond = json(200, { orderId: 'pay-1', status, transactionId: 'T1' })
  expect(await bank.inquire('pay-1')).toEqual({ type, transactionId: 'T1' })
  expect(peer.received.at(-1)).toMatchObject({ method: 'GET', path: '/payments/pay-1' })
  expect(await bank.cancel('pay-1')).toEqual({ type, transactionId: 'T1' })
  expect(peer.received.at(-1)).toMatchObject({ method: 'POST', path: '/payments/pay-1/cancel' })
})

test('an order nobody knows is not found', async () => {
  peer.respond = json(404, { error: 'not_found' })
  expect(await bank.inquire('pay-1')).toEqual({ type: 'notFound' })
})

test.each(Object.entries(faults))('%s leaves a transfer unknown', async (_name, fault) => {
  peer.respond = fault
  expect(await bank.start(transfer)).toEqual({ type: 'unknown' })
  expect(await bank.inquire('pay-1')).toEqual({ type: 'unknown' })
  expect(await bank.cancel('pay-1')).toEqual({ type: 'unknown' })
  await expect(bank.banks()).rejects.toThrow('listing the banks')
})

test('an order names the intermediary that it is to go through', async () => {
  peer.respond = json(200, {
    orderId: 'pay-1',
    status: 'PENDING',
    redirectURL: 'https://b.example',
  })
  await bank.start({ ...transfer, provider: 'PA' })
  expect(peer.received.at(-1)?.body).toMatchObject({ provider: 'PA' })
})

test('the banks are listed', async () => {
  const banks = [
    {
      provider: 'BM',
      bank: 'SIMBANK',
      bankId: 1,
      name: 'Sim Bank',
      iconURL: 'https://bank.example/icon.svg',
      available: true,
    },
  ]
  peer.respond = json(200, banks)
  expect(await bank.banks()).toEqual(banks)
})

test('the return of the browser is proved by its hash', () => {
  const hash = createHash('sha256').update('S1|pay-1|key').digest('hex')
  expect(returnHash('S1', 'pay-1', 'key')).toBe(hash)
  expect(verifyReturnHash('S1', 'pay-1', 'key', hash)).toBe(true)
  expect(verifyReturnHash('S1', 'pay-2', 'key', hash)).toBe(false)
  expect(verifyReturnHash('S1', 'pay-1', 'other', hash)).toBe(false)
  expect(verifyReturnHash('S1', 'pay-1', 'key', undefined)).toBe(false)
})
