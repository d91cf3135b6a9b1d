import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bank } from '../../../src/connectors/bank.ts'
import type { Blik } from '../../../src/connectors/blik.ts'
import {
  bank as bankDefinition,
  blik as blikDefinition,
} from '../../../src/connectors/przelewy24/definition.ts'
import { banksIn } from '../../../src/connectors/przelewy24/methods.ts'
import { requestIdOf } from '../../../src/connectors/przelewy24/names.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { blikPeers, newReference } from '../conformance/payer-peers.ts'

let sandbox: RunningSandbox
let bank: Bank
let blik: Blik
const peer = blikPeers['przelewy24']!
beforeAll(async () => {
  sandbox = await startSandbox()
  bank = bankDefinition.open(peer.account(sandbox.url))
  blik = blikDefinition.open(peer.account(sandbox.url))
})
afterAll(() => sandbox.stop())

const started = async (orderId = newReference('pay'), email?: string) => {
  const outcome = await bank.start({
    orderId,
    bank: '20',
    amountMinor: 9_999,
    currency: 'PLN',
    title: 'Order',
    returnUrl: `${sandbox.gateway.url}/back`,
    notifyUrl: `${sandbox.gateway.url}/told`,
    validUntil: new Date(Date.now() + 900_000).toISOString(),
    ...(email && { email }),
  })
  return { orderId, outcome }
}
const pays = (orderId: string, body: object = {}) =>
  sandbox.post(`/przelewy24/simulator/transactions/${orderId}/pay`, body)
const received = async () => {
  const { orderId } = await started()
  await pays(orderId)
  return orderId
}
const taking = (orderId: string) => ({ orderId, amountMinor: 9_999, currency: 'PLN' })
const spoil = (referencePrefix: string, operation: string, fault: object) =>
  sandbox.post('/faults', {
    provider: 'przelewy24',
    operation,
    referencePrefix,
    times: 1,
    ...fault,
  })
const moved = async (reference: string) =>
  (await sandbox.log(reference)).filter(({ processed }) => processed).map((row) => row.operation)

describe('what a payer has paid', () => {
  test('is not ours before it is taken, and ours once, however often that is said', async () => {
    const orderId = await received()
    expect(await bank.inquire(orderId)).toMatchObject({ type: 'received' })
    expect(await moved(orderId)).toEqual([])
    const both = await Promise.all([bank.take!(taking(orderId)), bank.take!(taking(orderId))])
    expect(both.map(({ type }) => type)).toEqual(['paid', 'paid'])
    expect(await bank.take!(taking(orderId))).toMatchObject({ type: 'paid' })
    expect(await moved(orderId)).toEqual(['authorize'])
  })

  test.each(['before', 'after'] as const)(
    'is taken though the answer is lost, cut %s it was done: asking tells',
    async (when) => {
      const orderId = await received()
      await spoil(orderId, 'capture', { action: 'cut', when })
      expect(await bank.take!(taking(orderId))).toEqual({ type: 'unknown' })
      expect(await bank.take!(taking(orderId))).toMatchObject({ type: 'paid' })
      expect(await moved(orderId)).toEqual(['authorize'])
    },
  )

  test('of another sum is never taken, nor sent back', async () => {
    const { orderId } = await started()
    await pays(orderId, { amount: 1 })
    expect(await bank.take!(taking(orderId))).toMatchObject({ type: 'otherMoney' })
    const reference = newReference('refund')
    const refund = { reference, originalReference: orderId, amountMinor: 9_999, currency: 'PLN' }
    expect(await bank.refund(refund)).toMatchObject({ rejectCode: 'INVALID_AMOUNT' })
    expect(await moved(orderId)).toEqual([])
  })

  test('is not there yet, or has gone back', async () => {
    const { orderId } = await started()
    expect(await bank.take!(taking(orderId))).toEqual({ type: 'pending' })
    expect(await bank.take!(taking(newReference('pay')))).toEqual({ type: 'pending' })
  })

  test('too late is taken to be sent back', async () => {
    const orderId = await received()
    const reference = newReference('refund')
    const refund = { reference, originalReference: orderId, amountMinor: 9_999, currency: 'PLN' }
    const end = await until(async () => {
      const outcome = await bank.refund(refund)
      return outcome.type === 'unknown' ? undefined : outcome
    })
    expect(end).toEqual({ type: 'completed' })
    expect([await moved(orderId), await moved(reference)]).toEqual([['authorize'], ['refund']])
  })
})

describe('a registration', () => {
  test('whose name was taken goes under the next, and its money is found', async () => {
    const { orderId } = await started()
    await started(orderId)
    await pays(`${orderId}.2`)
    expect(await bank.inquire(orderId)).toMatchObject({ type: 'received' })
    expect(await bank.take!(taking(orderId))).toMatchObject({ type: 'paid' })
  })

  test('of a charge that is paid is not made again', async () => {
    const orderId = await received()
    expect((await started(orderId)).outcome).toEqual({ type: 'unknown' })
  })

  test('without an address that they take is not sent', async () => {
    const { settings, credential } = peer.account(sandbox.url)
    const { email: _, ...others } = settings as { email: string }
    const open = bankDefinition.open({ settings: others, credential })
    const transfer = { orderId: newReference('pay'), bank: '20', amountMinor: 1, currency: 'PLN' }
    const more = { title: 'x', returnUrl: sandbox.url, validUntil: new Date().toISOString() }
    const email = `${'a'.repeat(45)}@example.com`
    const outcome = await open.start({ ...transfer, ...more, email })
    expect(outcome).toMatchObject({ type: 'refused', detail: expect.stringContaining('50') })
  })

  test('of BLIK whose answer is lost has charged nobody', async () => {
    const orderId = newReference('pay')
    await spoil(orderId, 'register', { action: 'cut', when: 'after' })
    const payment = { orderId, amountMinor: 9_999, currency: 'PLN', description: 'Order' }
    const asked = { ...payment, code: '777123', notifyUrl: `${sandbox.gateway.url}/told` }
    expect(await blik.pay(asked)).toEqual({ type: 'notSent' })
    expect(await blik.pay(asked)).toMatchObject({ type: 'pending' })
  })
})

test('where unpaid ones are not listed, not found is not paid yet', async () => {
  const { settings, credential } = peer.account(sandbox.url)
  const open = bankDefinition.open({
    settings: { ...(settings as object), listsUnpaid: false },
    credential,
  })
  expect(await open.inquire(newReference('pay'))).toEqual({ type: 'pending' })
  expect(await open.cancel(newReference('pay'))).toEqual({ type: 'cancelled' })
})

test('a refund that they reject later is rejected', async () => {
  const orderId = await received()
  const taken = await bank.take!(taking(orderId))
  const refund = {
    reference: newReference('refund'),
    originalReference: orderId,
    currency: 'PLN',
    amountMinor: 6_666,
    originalAcquirerRef: 'transactionId' in taken ? taken.transactionId : '',
  }
  await bank.refund(refund)
  const end = await until(async () => {
    const found = await bank.inquireRefund(refund)
    return found.type === 'unknown' ? undefined : found
  })
  expect(end).toMatchObject({ type: 'rejected', rejectCode: 'DECLINED' })
})

test('a PAYID is agreed to with a code, known afterwards, and charged within its limit', async () => {
  const value = newReference('alias')
  const email = 'payer@example.com'
  const pay = (change: object, amountMinor = 9_999) =>
    blik.pay({
      orderId: newReference('pay'),
      amountMinor,
      currency: 'PLN',
      description: 'Order',
      notifyUrl: `${sandbox.gateway.url}/told`,
      email,
      ...change,
    })
  const orderId = newReference('pay')
  const agreed = { limitMinor: 10_000, expDate: '20301231', cycleDays: 30 }
  await pay({
    orderId,
    code: '777123',
    registerAlias: { type: 'PAYID', value, label: 'Sh', ...agreed },
  })
  const taken = await until(async () => {
    const outcome = await blik.take!({ ...taking(orderId), registers: { value, email } })
    return outcome.type === 'paid' ? outcome : undefined
  })
  expect(taken).toMatchObject({ alias: { value, status: 'REGISTERED' } })
  const alias = { type: 'PAYID', value }
  expect(await pay({ alias })).toMatchObject({ type: 'pending' })
  expect(await pay({ alias }, 10_001)).toMatchObject({ rejectCode: 'LIMIT_EXCEEDED' })
})

test('what was paid out is read page by page: payments, what went back, and what is kept', async () => {
  const { settings, credential } = peer.account(sandbox.url)
  const open = bankDefinition.open({
    settings: { ...(settings as object), merchantId: 8_888 },
    credential,
  })
  const orders: string[] = []
  for (const orderId of [1, 2, 3].map(() => newReference('pay'))) {
    await open.start({
      orderId,
      bank: '20',
      amountMinor: 9_999,
      currency: 'PLN',
      title: 'Order',
      returnUrl: sandbox.url,
      validUntil: new Date(Date.now() + 900_000).toISOString(),
    })
    await pays(orderId)
    await open.take!(taking(orderId))
    orders.push(orderId)
  }
  await received()
  await sandbox.post('/przelewy24/simulator/payouts', { posId: 8_888 })
  const since = Date.now() - 31 * 86_400_000
  const [batch] = await open.reports!.closedBatches!(since)
  expect(await open.reports!.closeSettlement(batch!)).toEqual({ fileId: batch, total: 3 })
  const page = await open.reports!.settlementLines(batch!, 1, 10)
  expect(page.lines.map(({ line, reference }) => [line, reference])).toEqual([
    [2, orders[1]],
    [3, orders[2]],
  ])
  expect(page.lines[0]).toMatchObject({ operation: 'authorize', amountMinor: 9_999, feeMinor: 12 })
  // A bank that takes money back says so by letter; the report is the only one that tells us.
  const deductions = [{ type: 'charge back', amount: 9_999, orderId: 4711 }]
  await sandbox.post('/przelewy24/simulator/payouts', { posId: 8_888, deductions })
  const [, later] = await open.reports!.closedBatches!(since)
  expect((await open.reports!.settlementLines(later!, 0, 10)).lines).toEqual([
    {
      line: 1,
      reference: 'chargeback-order4711',
      operation: 'refund',
      amountMinor: 9_999,
      currency: 'PLN',
      feeMinor: 0,
    },
  ])
  const closed = bankDefinition.open({
    settings: { ...(settings as object), merchantId: 8_888, reports: false },
    credential,
  })
  expect(await closed.reports!.closedBatches!(since)).toEqual([])
})

test('a bank is open in its hours', () => {
  const method = { id: 20, name: 'Bank', group: 'FastTransfers', status: true }
  const at = (availabilityHours: object, when: string) =>
    banksIn([{ ...method, availabilityHours }], { cards: false }, Date.parse(when))[0]?.available
  const hours = { mondayToFriday: '08-20', saturday: 'unavailable', sunday: 'as agreed' }
  expect(at(hours, '2026-01-05T07:30:00Z')).toBe(true)
  expect(at(hours, '2026-01-05T06:30:00Z')).toBe(false)
  expect(at(hours, '2026-01-05T19:30:00Z')).toBe(false)
  expect(at(hours, '2026-01-03T12:00:00Z')).toBe(false)
  expect(at(hours, '2026-01-04T12:00:00Z')).toBe(true)
})

test('the name of a refund fits in, and says whose it is', () => {
  const short = newReference('refund')
  expect(requestIdOf(short)).toBe(short)
  const long = requestIdOf(`${short}-back-3000000001`)
  expect(long.length).toBeLessThanOrEqual(45)
  expect(long.split('-')[0]).toBe(short.split('-')[0])
})

test('cards on their page are listed among the banks where the account says so', () => {
  const methods = [
    { id: 20, name: 'Bank', group: 'FastTransfers', status: true },
    { id: 181, name: 'BLIK', group: 'Blik', status: true },
    { id: 218, name: 'Cards', group: 'Credit Card', status: true },
  ]
  const listed = (cards: boolean) => banksIn(methods, { cards }, 0).map(({ bank }) => bank)
  expect(listed(false)).toEqual(['20'])
  expect(listed(true)).toEqual(['20', '218'])
})
