import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keys, startSandbox, until } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const newOrder = () => `${randomBytes(8).toString('hex')}-blik-${randomBytes(3).toString('hex')}`

async function pay(instrument: object, orderId = newOrder()) {
  const answer = await sandbox.post('/blik/payments', {
    orderId,
    amountMinor: 5000,
    currency: 'PLN',
    description: 'Order',
    notifyURL: `${sandbox.gateway.url}/blik-status`,
    ...instrument,
  })
  return { orderId, answer: answer.body, status: answer.status }
}
const ask = async (orderId: string) => (await sandbox.get(`/blik/payments/${orderId}`)).body
const cancel = async (orderId: string) =>
  (await sandbox.post(`/blik/payments/${orderId}/cancel`)).body
const messages = (orderId: string) =>
  sandbox.gateway.caught.filter(({ body }) => body.orderId === orderId)
const reaches = (orderId: string, status: string) =>
  until(async () => (await ask(orderId)).status === status)

describe('codes', () => {
  test('777xxx is confirmed after a while, with a signed message', async () => {
    const { orderId, answer } = await pay({ code: '777123' })
    expect(answer).toMatchObject({ orderId, status: 'PENDING' })
    const [message] = await until(() => {
      const found = messages(orderId)
      return found.length > 0 ? found : undefined
    })
    expect(message?.path).toBe('/blik-status')
    expect(message?.body).toEqual({ ...answer, status: 'CONFIRMED' })
    const signature = createHmac('sha256', keys.blik)
      .update(message?.text ?? '')
      .digest('hex')
    expect(message?.signature).toBe(signature)
    const rows = (await sandbox.log(orderId)).filter((row) => row.operation === 'authorize')
    expect(rows.map((row) => [row.provider, row.processed, row.amountMinor])).toEqual([
      ['blik', false, 5000],
      ['blik', true, 5000],
    ])
  })

  test.each([
    ['100001', 'CODE_INVALID'],
    ['100002', 'CODE_EXPIRED'],
    ['123456', 'CODE_INVALID'],
  ])('%s is refused at once: %s', async (code, reason) => {
    expect((await pay({ code })).answer).toMatchObject({ status: 'REJECTED', reason })
  })

  test.each([
    ['100003', 'USER_DECLINED'],
    ['100004', 'INSUFFICIENT_FUNDS'],
  ])('%s is refused by the payer: %s', async (code, reason) => {
    const { orderId, answer } = await pay({ code })
    expect(answer.status).toBe('PENDING')
    await until(() => messages(orderId).length === 1)
    expect(messages(orderId)[0]?.body).toMatchObject({ status: 'REJECTED', reason })
    expect(await ask(orderId)).toMatchObject({ status: 'REJECTED', reason })
  })

  test('100005 is never confirmed, and can be cancelled', async () => {
    const { orderId } = await pay({ code: '100005' })
    await reaches((await pay({ code: '777001' })).orderId, 'CONFIRMED')
    expect((await ask(orderId)).status).toBe('PENDING')
    expect((await cancel(orderId)).status).toBe('CANCELLED')
    expect((await cancel(orderId)).status).toBe('CANCELLED')
  })

  test('100006 is confirmed when the gateway cancels', async () => {
    const { orderId } = await pay({ code: '100006' })
    expect((await ask(orderId)).status).toBe('PENDING')
    expect((await cancel(orderId)).status).toBe('CONFIRMED')
    await until(() => messages(orderId).length === 1)
    const rows = await sandbox.log(orderId)
    expect(rows.filter((row) => row.processed).map((row) => row.operation)).toEqual(['authorize'])
  })

  test('100007 is confirmed once and said twice', async () => {
    const { orderId } = await pay({ code: '100007' })
    await until(() => messages(orderId).length === 2)
    const rows = await sandbox.log(orderId)
    expect(rows.filter((row) => row.processed)).toHaveLength(1)
  })

  test('100008 is confirmed without a word', async () => {
    const { orderId } = await pay({ code: '100008' })
    await reaches(orderId, 'CONFIRMED')
    await reaches((await pay({ code: '777002' })).orderId, 'CONFIRMED')
    expect(messages(orderId)).toHaveLength(0)
  })

  test('a code is spent for its payment, not for others', async () => {
    const { orderId } = await pay({ code: '777003' })
    const [payment] = orderId.split('-')
    const again = await pay({ code: '777003' }, `${payment}-blik-other`)
    expect(again.answer).toMatchObject({ status: 'REJECTED', reason: 'CODE_INVALID' })
    expect((await pay({ code: '777003' })).answer.status).toBe('PENDING')
  })

  test('the same order again is no second order', async () => {
    const { orderId, answer } = await pay({ code: '777004' })
    expect((await pay({ code: '777004' }, orderId)).answer.transactionId).toBe(answer.transactionId)
    await reaches(orderId, 'CONFIRMED')
    expect((await sandbox.log(orderId)).filter((row) => row.processed)).toHaveLength(1)
  })

  test('only złoty are taken', async () => {
    expect((await pay({ code: '777005', currency: 'EUR' })).status).toBe(400)
  })
})

describe('aliases', () => {
  const alias = (value: string, app?: string) => ({ alias: { type: 'UID', value, app } })

  test('alias-one works', async () => {
    const { orderId } = await pay(alias('alias-one'))
    await reaches(orderId, 'CONFIRMED')
  })

  test('alias-two asks for the app, and then works', async () => {
    const { orderId, answer } = await pay(alias('alias-two'))
    expect(answer.status).toBe('AMBIGUOUS')
    expect(answer.apps.map((each: { app: string }) => each.app)).toEqual(['1001', '1002'])
    await reaches((await pay(alias('alias-two', '1002'))).orderId, 'CONFIRMED')
    await pay(alias('alias-two', '1001'), orderId)
    await reaches(orderId, 'CONFIRMED')
    expect((await pay(alias('alias-two', '9'))).answer.reason).toBe('ALIAS_UNKNOWN')
  })

  test('alias-none is unknown', async () => {
    const { answer } = await pay(alias('alias-none'))
    expect(answer).toMatchObject({ status: 'REJECTED', reason: 'ALIAS_UNKNOWN' })
  })

  test('an alias is registered after the payment, and works from then on', async () => {
    const registerAlias = { type: 'UID', value: `mine-${newOrder()}`, label: 'My shop' }
    expect((await pay(alias(registerAlias.value))).answer.reason).toBe('ALIAS_UNKNOWN')
    const { orderId } = await pay({ code: '777006', registerAlias })
    await until(() => messages(orderId).length === 2)
    const registered = { value: registerAlias.value, status: 'REGISTERED' }
    expect(messages(orderId)[1]?.body).toMatchObject({ status: 'CONFIRMED', alias: registered })
    expect((await ask(orderId)).alias).toEqual(registered)
    expect((await pay(alias(registerAlias.value))).answer.status).toBe('PENDING')
  })

  test('a PAYID pays within its limit and until its end, and not before the next is due', async () => {
    const payId = (value: string) => ({ alias: { type: 'PAYID', value } })
    const registered = async (agreement: object) => {
      const registerAlias = {
        type: 'PAYID',
        value: `agreed-${newOrder()}`,
        label: 'S',
        ...agreement,
      }
      const { orderId } = await pay({ code: '777006', registerAlias })
      await until(() => messages(orderId).length === 2)
      return registerAlias.value
    }
    const reasonOf = async (value: string, amountMinor = 1_000) =>
      (await pay({ ...payId(value), amountMinor })).answer.reason
    const open = await registered({ limitMinor: 1_000 })
    expect((await pay({ ...payId(open), amountMinor: 1_000 })).answer.status).toBe('PENDING')
    expect(await reasonOf(open, 1_001)).toBe('LIMIT_EXCEEDED')
    const over = await registered({ limitMinor: 1_000, expDate: '20200101' })
    expect(await reasonOf(over)).toBe('ALIAS_EXPIRED')
    const monthly = await registered({ limitMinor: 1_000, cycleDays: 28 })
    expect(await reasonOf(monthly)).toBe('TOO_SOON')
    expect(await reasonOf('never-agreed')).toBe('ALIAS_UNKNOWN')
  })

  test('an alias is not registered by a payment that fails', async () => {
    const registerAlias = { type: 'UID', value: 'not-mine', label: 'My shop' }
    const { orderId } = await pay({ code: '100003', registerAlias })
    await reaches(orderId, 'REJECTED')
    expect((await ask(orderId)).alias).toEqual({ value: 'not-mine', status: 'UNREGISTERED' })
  })
})

describe('cancelling', () => {
  test('an order that never came closes it for ever', async () => {
    const orderId = newOrder()
    expect((await sandbox.get(`/blik/payments/${orderId}`)).status).toBe(404)
    expect((await cancel(orderId)).status).toBe('CANCELLED')
    expect((await pay({ code: '777007' }, orderId)).answer.status).toBe('CANCELLED')
    expect((await sandbox.log(orderId)).map((row) => row.operation)).toEqual([
      'inquire',
      'reverse',
      'authorize',
    ])
  })

  test('comes too late for a confirmed order', async () => {
    const { orderId } = await pay({ code: '777008' })
    await reaches(orderId, 'CONFIRMED')
    expect((await cancel(orderId)).status).toBe('CONFIRMED')
  })
})

describe('refunds', () => {
  const refund = async (originalReference: string, amountMinor: number, reference = newOrder()) =>
    (
      await sandbox.post('/blik/refunds', {
        reference,
        originalReference,
        amountMinor,
        currency: 'PLN',
      })
    ).body

  test('up to what was paid, each reference once', async () => {
    const unpaid = await pay({ code: '100005' })
    expect((await refund(unpaid.orderId, 1000)).status).toBe('REJECTED')
    const { orderId } = await pay({ code: '777009' })
    await reaches(orderId, 'CONFIRMED')
    const reference = newOrder()
    expect(await refund(orderId, 3000, reference)).toEqual({ reference, status: 'COMPLETED' })
    expect(await refund(orderId, 3000, reference)).toEqual({ reference, status: 'COMPLETED' })
    expect((await refund(orderId, 2001)).status).toBe('REJECTED')
    expect((await refund(orderId, 2000)).status).toBe('COMPLETED')
    expect((await sandbox.get(`/blik/refunds/${reference}`)).body.status).toBe('COMPLETED')
    expect((await sandbox.get('/blik/refunds/other')).status).toBe(404)
    const rows = await sandbox.log(reference)
    expect(rows.filter((row) => row.processed)).toHaveLength(1)
  })
})
