import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBank, createBlik } from '../../../src/connectors/autopay/client.ts'
import { createAutopayHttp } from '../../../src/connectors/autopay/http.ts'
import { confirmationOf } from '../../../src/connectors/autopay/confirmation.ts'
import { readItn } from '../../../src/connectors/autopay/itn.ts'
import { orderIdOf, paymentIdOf } from '../../../src/connectors/autopay/names.ts'
import { readBalance } from '../../../src/connectors/autopay/refund.ts'
import { keys, startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { newReference } from '../conformance/payer-peers.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const sealing = { sharedKey: keys.autopay, algorithm: 'sha256' } as const
const reader = { serviceId: '4711', sealings: [sealing] }
const optionsOf = (url: string) => ({
  url: `${url}/autopay`,
  paymentPath: '/payment',
  currency: 'PLN',
  timeoutMs: 2_000,
  serviceId: '4711',
  words: {},
  ...sealing,
})

const paymentOf = (code: string) => ({
  orderId: newReference('pay'),
  amountMinor: 9_999,
  currency: 'PLN',
  description: 'Order',
  notifyUrl: '',
  code,
})

const fieldIn = (text: string) => new URLSearchParams(text).get('transactions') ?? ''

/** The notifications about an order, as the gateway would read them. */
const newsOf = (reference: string) =>
  sandbox.gateway.caught
    .filter(({ path }) => path === '/autopay')
    .map(({ text }) => readItn(fieldIn(text), reader))
    .flatMap((news) => (news.type === 'news' ? [news.transaction] : []))
    .filter(({ orderId }) => orderId === orderIdOf(reference))

describe('a notification', () => {
  test('tells of a payment before its answer comes, and what asking would tell', async () => {
    const blik = createBlik(optionsOf(sandbox.url))
    const payment = paymentOf('777123')
    await sandbox.post('/faults', {
      provider: 'autopay',
      operation: 'authorize',
      times: 1,
      referencePrefix: payment.orderId,
      action: 'slow',
      when: 'after',
      delayMs: 1_000,
    })
    const answer = blik.pay(payment)
    const [news] = await until(() => {
      const found = newsOf(payment.orderId)
      return found.length > 0 ? found : undefined
    })
    const { transactionId } = news!
    expect(news).toMatchObject({ status: 'SUCCESS', amountMinor: 9_999, currency: 'PLN' })
    expect(await answer).toEqual({ type: 'pending', transactionId })
    expect(await blik.inquire(payment.orderId)).toEqual({ type: 'confirmed', transactionId })
  })

  test('comes again until it is confirmed in signed words, not merely with 200', async () => {
    const payment = paymentOf('777123')
    await createBlik(optionsOf(sandbox.url)).pay(payment)
    await until(() => newsOf(payment.orderId).length >= 3)
    const [first, second] = newsOf(payment.orderId)
    expect(second).toEqual(first)
  })

  test('comes for each transaction of an order that is paid twice', async () => {
    const reference = newReference('pay')
    const started = await createBank(optionsOf(sandbox.url)).start({
      orderId: reference,
      bank: '106',
      amountMinor: 9_999,
      currency: 'PLN',
      title: 'Order',
      returnUrl: 'http://127.0.0.1/back',
      validUntil: new Date().toISOString(),
    })
    const url = started.type === 'started' ? started.redirectUrl : ''
    const body = new URLSearchParams({ decision: 'twice' })
    const back = await fetch(url, { method: 'POST', redirect: 'manual', body })
    expect(back.headers.get('location')).toMatch(
      /ServiceID=4711&OrderID=[\w-]{32}&Hash=[0-9a-f]{64}/,
    )
    await until(
      () => new Set(newsOf(reference).map(({ transactionId }) => transactionId)).size === 2,
    )
    expect(await createBank(optionsOf(sandbox.url)).inquire(reference)).toMatchObject({
      type: 'paid',
    })
  })

  test('that is forged, altered or of another service is not believed', () => {
    const leaves = ['4711', 'o', 'R1', '10.00', 'PLN', '106', '20260101000000', 'SUCCESS']
    const [, orderID, remoteID, amount, currency, gatewayID, date, status] = leaves
    const documentOf = (hash: string, paid = status, service = '4711') =>
      `<transactionList><serviceID>${service}</serviceID><transactions><transaction>` +
      `<orderID>${orderID}</orderID><remoteID>${remoteID}</remoteID><amount>${amount}</amount>` +
      `<currency>${currency}</currency><gatewayID>${gatewayID}</gatewayID>` +
      `<paymentDate>${date}</paymentDate><paymentStatus>${paid}</paymentStatus>` +
      `</transaction></transactions><hash>${hash}</hash></transactionList>`
    const hashWith = (key: string) =>
      createHash('sha256')
        .update([...leaves, key].join('|'))
        .digest('hex')
    const read = (document: string) => readItn(Buffer.from(document).toString('base64'), reader)
    const good = hashWith(keys.autopay)
    const forged = { type: 'forged' }
    expect(read(documentOf(good))).toMatchObject({ type: 'news' })
    expect(read(documentOf(hashWith('guess')))).toEqual(forged)
    expect(read(documentOf(good, 'FAILURE'))).toEqual(forged)
    expect(read(documentOf(good, status, '4712'))).toEqual(forged)
    expect(read(documentOf(''))).toEqual(forged)
    expect(readItn('not base64!', reader)).toEqual(forged)
    expect(readItn('', reader)).toEqual(forged)
  })

  test('whose values have moved to other members is not read, though its hash is right', () => {
    const values = ['4711', 'o', 'R1', '10.00', 'PLN', 'FAILURE', 'SUCCESS']
    const hash = createHash('sha256')
      .update([...values, keys.autopay].join('|'))
      .digest('hex')
    const document =
      '<transactionList><serviceID>4711</serviceID><transactions><transaction><orderID>o</orderID>' +
      '<remoteID>R1</remoteID><amount>10.00</amount><currency>PLN</currency><title>FAILURE</title>' +
      `<paymentStatus>SUCCESS</paymentStatus></transaction></transactions><hash>${hash}</hash></transactionList>`
    const field = Buffer.from(document).toString('base64')
    expect(readItn(field, reader)).toEqual({ type: 'garbled' })
  })

  test('is answered in words that the provider takes', () => {
    const yes = confirmationOf({ serviceId: '1', by: 'orderID', id: 'a', sealing }, true)
    expect(yes).toContain('<confirmation>CONFIRMED</confirmation>')
    const no = confirmationOf({ serviceId: '1', by: 'orderID', id: 'a', sealing }, false)
    expect(no).toContain('<confirmation>NOTCONFIRMED</confirmation>')
    expect(no.replace('NOTCONFIRMED', 'CONFIRMED')).not.toBe(yes)
  })
})

test('an order has at most 32 characters, and names its payment and its attempt', () => {
  const reference = newReference('pay')
  const orderId = orderIdOf(reference)
  expect(orderId).toMatch(/^[\w-]{32}$/)
  expect(paymentIdOf(orderId)).toBe(reference.slice(0, 27))
  expect(orderIdOf(`${reference.slice(0, 27)}-pay-aaaaaaaa`)).not.toBe(orderId)
})

test('the balance that refunds are paid from can be read', async () => {
  const http = createAutopayHttp(optionsOf(sandbox.url))
  expect(await readBalance(http)).toEqual({ balanceMinor: 100_000, currency: 'PLN' })
  const wrong = createAutopayHttp({ ...optionsOf(sandbox.url), sharedKey: 'guess' })
  expect(await readBalance(wrong)).toBeUndefined()
})
