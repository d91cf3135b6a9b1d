import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blik, BlikPayment } from '../../../src/connectors/blik.ts'
import { bliks } from '../../../src/connectors/registry.ts'
import { deadUrl } from '../peer.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { TIMEOUT_MS } from './peers.ts'
import { blikPeers, newReference } from './payer-peers.ts'

test('every provider of BLIK has a simulator', () => {
  expect(Object.keys(blikPeers).sort()).toEqual(bliks.map(({ name }) => name).sort())
})

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe.each(bliks)('BLIK $name', (definition) => {
  const peer = blikPeers[definition.name]!
  let blik: Blik
  beforeAll(() => {
    blik = definition.open(peer.account(sandbox.url))
  })

  const paymentOf = (change: Partial<BlikPayment> = { code: '777123' }): BlikPayment => ({
    orderId: newReference('pay'),
    amountMinor: 9_999,
    currency: 'PLN',
    description: 'Order 1 & <2>',
    notifyUrl: `${sandbox.gateway.url}/blik`,
    ...change,
  })
  const spoil = (reference: string, fault: object) =>
    sandbox.post('/faults', {
      ...{ provider: peer.simulator, operation: 'authorize', times: 1, referencePrefix: reference },
      ...fault,
    })
  const decided = (orderId: string) =>
    until(async () => {
      const found = await blik.inquire(orderId)
      return found.type === 'pending' ? undefined : found
    })
  const moved = async (reference: string, operation: string) =>
    (await sandbox.log(reference)).filter((row) => row.operation === operation && row.processed)

  test('an account is taken, or refused, or nobody is there', async () => {
    const account = peer.account(sandbox.url)
    expect(await definition.probe(account)).toBe('ready')
    expect(await definition.probe({ ...account, credential: peer.wrongCredential })).toBe('refused')
    expect(await definition.probe(peer.account(await deadUrl()))).toBe('silent')
  })

  test('a code is taken at once, and paid once the payer has confirmed', async () => {
    const payment = paymentOf()
    expect(await blik.pay(payment)).toMatchObject({ type: 'pending' })
    const transactionId: unknown = expect.any(String)
    expect(await decided(payment.orderId)).toMatchObject({ type: 'confirmed', transactionId })
    expect(await moved(payment.orderId, 'authorize')).toHaveLength(1)
  })

  test.each([
    ['100001', 'BLIK_CODE_INVALID'],
    ['100002', 'BLIK_CODE_EXPIRED'],
  ])('a code that is not good is a definite no: %s %s', async (code, rejectCode) => {
    const payment = paymentOf({ code })
    expect(await blik.pay(payment)).toMatchObject({ type: 'rejected', rejectCode })
    expect(await moved(payment.orderId, 'authorize')).toEqual([])
  })

  test.each([
    ['100003', 'DECLINED_BY_PAYER'],
    ['100004', 'INSUFFICIENT_FUNDS'],
  ])('a payer or a bank says no: %s %s', async (code, rejectCode) => {
    const payment = paymentOf({ code })
    expect(await blik.pay(payment)).toMatchObject({ type: 'pending' })
    expect(await decided(payment.orderId)).toMatchObject({ type: 'rejected', rejectCode })
    expect(await moved(payment.orderId, 'authorize')).toEqual([])
  })

  test('an alias works, is of two apps, or is not known', async () => {
    const by = (value: string, app?: string) =>
      blik.pay(paymentOf({ alias: { type: 'UID', value, ...(app && { app }) } }))
    expect(await by('alias-one')).toMatchObject({ type: 'pending' })
    const apps: unknown = expect.arrayContaining([{ app: '1001', label: 'First Bank' }])
    expect(await by('alias-two')).toMatchObject({ type: 'ambiguous', apps })
    expect(await by('alias-two', '1002')).toMatchObject({ type: 'pending' })
    const unknown = { type: 'rejected', rejectCode: 'BLIK_ALIAS_UNKNOWN' }
    expect(await by('alias-none')).toMatchObject(unknown)
  })

  test('a wrong key and a dead line begin nothing', async () => {
    const account = { ...peer.account(sandbox.url), credential: peer.wrongCredential }
    expect(await definition.open(account).pay(paymentOf())).toMatchObject({ type: 'rejected' })
    const away = definition.open(peer.account(await deadUrl()))
    expect(await away.pay(paymentOf())).toEqual({ type: 'notSent' })
  })

  test.each(['cut', 'garbage', 'empty', 'huge', 'http500'])(
    'the answer is lost (%s): asking finds the payment, and it is one',
    async (action) => {
      const payment = paymentOf()
      await spoil(payment.orderId, { action, when: 'after' })
      expect(await blik.pay(payment)).toEqual({ type: 'unknown' })
      expect(await decided(payment.orderId)).toMatchObject({ type: 'confirmed' })
      expect(await moved(payment.orderId, 'authorize')).toHaveLength(1)
    },
  )

  test('the answer is late: asking finds the payment', async () => {
    const payment = paymentOf()
    await spoil(payment.orderId, { action: 'slow', when: 'after', delayMs: TIMEOUT_MS * 2 })
    expect(await blik.pay(payment)).toEqual({ type: 'unknown' })
    expect(await decided(payment.orderId)).toMatchObject({ type: 'confirmed' })
  })

  test('a request that was lost on its way is not found, and is closed', async () => {
    const payment = paymentOf()
    await spoil(payment.orderId, { action: 'cut' })
    expect(await blik.pay(payment)).toEqual({ type: 'unknown' })
    expect(await blik.inquire(payment.orderId)).toEqual({ type: 'notFound' })
    expect(await blik.cancel(payment.orderId)).toMatchObject({ type: 'cancelled' })
  })

  test('a payment is closed, unless the payer was faster', async () => {
    const waiting = paymentOf({ code: '100005' })
    await blik.pay(waiting)
    expect(await blik.cancel(waiting.orderId)).toMatchObject({ type: 'cancelled' })
    const faster = paymentOf({ code: '100006' })
    await blik.pay(faster)
    expect(await blik.cancel(faster.orderId)).toMatchObject({ type: 'confirmed' })
  })

  test('a question that is not answered learns nothing', async () => {
    const payment = paymentOf({ code: '100005' })
    await blik.pay(payment)
    await spoil(payment.orderId, { operation: 'inquire', action: 'http500' })
    expect(await blik.inquire(payment.orderId)).toEqual({ type: 'unknown' })
  })

  test('money goes back once', async () => {
    const payment = paymentOf()
    await blik.pay(payment)
    const found = await decided(payment.orderId)
    const transactionId = 'transactionId' in found ? (found.transactionId ?? '') : ''
    const refund = {
      reference: newReference('refund'),
      originalReference: payment.orderId,
      originalAcquirerRef: transactionId,
      amountMinor: 9_999,
      currency: 'PLN',
    }
    const ends = () =>
      until(async () => {
        const outcome = await blik.refund(refund)
        return outcome.type === 'unknown' ? undefined : outcome
      })
    expect(await ends()).toEqual({ type: 'completed' })
    expect(await ends()).toEqual({ type: 'completed' })
    expect(await moved(refund.reference, 'refund')).toHaveLength(1)
  })
})
