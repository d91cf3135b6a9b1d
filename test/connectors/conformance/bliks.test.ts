import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blik, BlikPayment } from '../../../src/connectors/blik.ts'
import { parseMessage } from '../../../src/connectors/blik/index.ts'
import { bliks } from '../../../src/connectors/registry.ts'
import { verifySignature } from '../../../src/connectors/signature.ts'
import { deadUrl } from '../peer.ts'
import { startSandbox, until, webhookKeys } from '../../sandbox/start-sandbox.ts'
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
      provider: peer.simulator,
      operation: 'authorize',
      times: 1,
      referencePrefix: reference,
      ...fault,
    })
  const decided = (orderId: string) =>
    until(async () => {
      const found = await blik.inquire(orderId)
      if (found.type === 'received')
        await blik.take!({ orderId, amountMinor: 9_999, currency: 'PLN' })
      return found.type === 'pending' || found.type === 'received' ? undefined : found
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
    // Who is vague when asked tells it in a message of its own.
    if (peer.isVague) expect(await blik.inquire(payment.orderId)).toEqual({ type: 'pending' })
    else expect(await decided(payment.orderId)).toMatchObject({ type: 'rejected', rejectCode })
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
    const type = peer.isVague ? 'pending' : 'notFound'
    expect(await blik.inquire(payment.orderId)).toEqual({ type })
    expect(await blik.cancel(payment.orderId)).toMatchObject({ type: 'cancelled' })
  })

  test('a payment is closed, unless the payer was faster', async () => {
    const waiting = paymentOf({ code: '100005' })
    await blik.pay(waiting)
    expect(await blik.cancel(waiting.orderId)).toMatchObject({ type: 'cancelled' })
    if (!definition.capabilities.cancellation) return
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

  // Where a second request would be a second payment, a code is never sent again.
  if (peer.knowsRepeats)
    test('what is sent twice is paid once', async () => {
      const payment = paymentOf()
      await Promise.all([blik.pay(payment), blik.pay(payment)])
      expect(await decided(payment.orderId)).toMatchObject({ type: 'confirmed' })
      await blik.pay(payment)
      expect(await moved(payment.orderId, 'authorize')).toHaveLength(1)
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

describe('a message of BLIK sandbox', () => {
  const key = webhookKeys.blik
  const open = () => definitionOf('sandbox').open(blikPeers['sandbox']!.account(sandbox.url))
  const pay = async (code: string, fault?: object) => {
    const orderId = newReference('pay')
    if (fault)
      await sandbox.post('/faults', { provider: 'blik', referencePrefix: orderId, ...fault })
    const answer = open().pay({
      orderId,
      amountMinor: 9_999,
      currency: 'PLN',
      description: 'Order',
      code,
      notifyUrl: `${sandbox.gateway.url}/blik`,
    })
    return { orderId, answer }
  }
  const caughtOf = (orderId: string) =>
    sandbox.gateway.caught.filter(({ text }) => text.includes(`"${orderId}"`))
  const confirmed = (orderId: string) =>
    until(() => caughtOf(orderId).find(({ body }) => body['status'] === 'CONFIRMED'))

  test('may come before the answer, and says what asking will say', async () => {
    const late = { operation: 'authorize', action: 'slow', when: 'after', delayMs: TIMEOUT_MS / 2 }
    const { orderId, answer } = await pay('777123', late)
    const told = parseMessage((await confirmed(orderId)).body)
    expect(told).toMatchObject({ orderId, outcome: { type: 'confirmed' } })
    expect(await answer).toMatchObject({ type: 'pending' })
    const transactionId =
      told?.outcome && 'transactionId' in told.outcome ? told.outcome.transactionId : ''
    expect(await open().inquire(orderId)).toMatchObject({ type: 'confirmed', transactionId })
  })

  test('that comes twice is the same to the letter, so that it is the same command', async () => {
    const { orderId } = await pay('100007')
    const both = await until(() => {
      const found = caughtOf(orderId).filter(({ body }) => body['status'] === 'CONFIRMED')
      return found.length === 2 ? found : undefined
    })
    expect(both[0]?.text).toBe(both[1]?.text)
  })

  test('that is forged, altered or unsigned is not believed', async () => {
    const { orderId } = await pay('777123')
    const { text, signature } = await confirmed(orderId)
    const believes = (body: string, given: string | undefined, by = key) =>
      verifySignature(Buffer.from(body), given, by)
    expect(believes(text, signature)).toBe(true)
    expect(believes(text.replace('CONFIRMED', 'REJECTED'), signature)).toBe(false)
    expect(believes(text, signature, 'of somebody else')).toBe(false)
    for (const wrong of [undefined, '', 'f'.repeat(64), `${signature}00`])
      expect(believes(text, wrong)).toBe(false)
  })
})

const definitionOf = (name: string) => bliks.find((one) => one.name === name)!
