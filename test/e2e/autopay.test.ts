import { beforeAll, describe, expect, test } from 'vitest'
import { faulty, giveAccount, movements, tollgate } from '../support/accounts.ts'
import { send, sendForm } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { behind, openMerchant, stack } from '../support/world.ts'

let shop: Merchant
beforeAll(async () => {
  shop = await openMerchant({ bank: 'autopay/main', blik: 'autopay/main' })
  await setAccount(shop.merchantId)
})

const serviceId = String(1 + (Date.now() % 1_000_000_000))

async function setAccount(merchantId: string): Promise<void> {
  const settings = {
    url: `${stack.sandbox}/autopay`,
    serviceId,
    cardGateway: 1_500,
    recurringModel: 'O',
  }
  const credential = { sharedKey: 'autopay-sandbox' }
  await giveAccount(merchantId, 'autopay/main', { settings, credential })
  const address = `${stack.api}/providers/autopay/${merchantId}/main`
  await simulator('/services', {
    serviceId,
    itnUrl: `${address}/itn`,
    istnUrl: `${address}/istn`,
    recurringUrl: `${address}/recurring`,
  })
}

const simulator = (path: string, body: object = {}) =>
  send(`${stack.sandbox}/autopay/simulator${path}`, { method: 'POST', body })

/** Our books, the workflow's and the provider's say the same. */
async function proveBooks(paymentId: string): Promise<void> {
  const log = `${stack.sandbox}/acquirer/log`
  const { code, text, problem } = await tollgate(
    'ledger',
    'check',
    paymentId,
    '--provider-log',
    log,
  )
  expect(code, text + problem).toBe(0)
}

const transfer = (wish: object = {}) =>
  shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: '106' }, ...wish })
const decide = (address: string, decision: string) => sendForm(address, { decision })
const blik = (code: string) =>
  shop.create({ method: 'BLIK', instrument: { type: 'BLIK_CODE', code } })

// One after the other: the command line runs in this process, with its settings.
describe("a merchant's own account at Autopay", () => {
  test('lists its banks', async () => {
    const { body } = await shop.call('GET', '/payment/methods/PBL')
    expect(body).toContainEqual(expect.objectContaining({ bank: '106', available: true }))
    expect(body).toContainEqual(expect.objectContaining({ bank: '108', available: false }))
  })

  test('a bank transfer is paid, and a refund comes back the same way', async () => {
    const { paymentId, redirectURL } = await transfer()
    expect(redirectURL).toContain('/autopay/payment/continue/')
    const back = await decide(redirectURL, 'pay')
    expect(back.status).toBe(303)
    expect((await send(back.headers.get('location') ?? '')).status).toBe(303)
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 40 })
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['autopay authorize 9999', 'autopay refund 4000'])
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 40)
    await proveBooks(paymentId)
  })

  test('what Autopay tells to have sent on is settled, once, though it is told twice', async () => {
    const { paymentId, redirectURL } = await transfer()
    await decide(redirectURL, 'pay')
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 40 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 40)
    await simulator('/settlements', { serviceId })
    const settle = ['settlement', 'run', '--account', 'autopay/main', '--by', 'anna']
    await expect
      .poll(
        async () => {
          const run = await tollgate(...settle, '--merchant', shop.merchantId)
          expect(run.code, run.text + run.problem).toBe(0)
          return (await shop.read(paymentId)).status
        },
        { timeout: 150_000, interval: 1_000 },
      )
      .toBe('SETTLED')
    await proveBooks(paymentId)
  })

  test('a bank transfer that is declined is rejected', async () => {
    const { paymentId, redirectURL } = await transfer()
    await decide(redirectURL, 'decline')
    await shop.reaches(paymentId, 'REJECTED')
    expect((await shop.read(paymentId)).rejectCode).toBe('DECLINED_BY_PAYER')
    expect(await movements(paymentId)).toEqual([])
  })

  test('a card is paid on their page, after a challenge of theirs', async () => {
    const wish = { instrument: { type: 'PBL', bank: '1500' } }
    const { paymentId, redirectURL } = await transfer(wish)
    expect((await sendForm(redirectURL, { number: '4000000000001026' })).status).toBe(200)
    expect((await sendForm(redirectURL, { asked: 'yes', otp: '123456' })).status).toBe(303)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['autopay authorize 9999'])
    await proveBooks(paymentId)
    const other = await transfer(wish)
    await sendForm(other.redirectURL, { number: '4000000000001208' })
    await shop.reaches(other.paymentId, 'REJECTED')
    expect((await shop.read(other.paymentId)).rejectCode).toBe('DO_NOT_HONOUR')
  })

  test('BLIK is paid by a code', async () => {
    const { paymentId } = await blik('777123')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['autopay authorize 9999'])
    const [sale] = await shop.transactions(paymentId)
    expect(sale?.acquirerRef).toMatch(/^[0-9A-Z]+$/)
    await proveBooks(paymentId)
  })

  test('a PAYID series: begun with a first payment, then charged by the name that Autopay gave it', async () => {
    const first = await shop.create({
      method: 'BLIK',
      instrument: { type: 'BLIK_CODE', code: '777123' },
      amount: 30,
      options: { recurring: 'INITIAL', registerAlias: true },
    })
    await shop.reaches(first.paymentId, 'COMPLETED')
    const { alias } = await shop.sees(
      first.paymentId,
      (info) => info.alias?.status === 'REGISTERED',
    )
    expect(alias.value).not.toBe(first.paymentId)
    const again = (value: string) =>
      shop.create({
        method: 'BLIK',
        instrument: { type: 'BLIK_PAYID', alias: value },
        amount: 20,
        options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId },
      })
    for (const _ of ['second', 'third']) {
      const { paymentId } = await again(alias.value)
      await shop.reaches(paymentId, 'COMPLETED')
      expect(await movements(paymentId)).toEqual(['autopay authorize 2000'])
      await proveBooks(paymentId)
    }
  })

  test('BLIK is paid though nobody tells: asking does', async () => {
    const { paymentId } = await blik('100008')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['autopay authorize 9999'])
  })

  test('BLIK whose answer is lost is paid once', async () => {
    const { paymentId } = await shop.create({ method: 'BLIK' })
    await faulty('autopay', paymentId, { action: 'cut', when: 'after' })
    await shop.give(paymentId, { type: 'BLIK_CODE', code: '777123' })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['autopay authorize 9999'])
    await proveBooks(paymentId)
  })

  test('a start whose answer is lost is asked about, and the payer is sent to one order', async () => {
    const { paymentId } = await shop.create({ method: 'PBL' })
    await faulty('autopay', paymentId, { action: 'cut', when: 'after' })
    await shop.give(paymentId, { type: 'PBL', bank: '106' })
    const address = async () => String((await shop.status(paymentId)).redirectURL)
    await expect.poll(address, { timeout: 150_000 }).toContain('/autopay/payment/continue/')
    await decide(await address(), 'pay')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['autopay authorize 9999'])
    await proveBooks(paymentId)
  })

  test('an order that is paid twice: the second money goes back, the payment stays', async () => {
    const { paymentId, redirectURL } = await transfer()
    await decide(redirectURL, 'twice')
    await shop.reaches(paymentId, 'COMPLETED')
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['autopay authorize 9999', 'autopay authorize 9999', 'autopay refund 9999'])
    expect((await shop.read(paymentId)).status).toBe('COMPLETED')
    await proveBooks(paymentId)
  })

  test('money that comes after the end goes back', async () => {
    const { paymentId } = await transfer()
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED')
    const [order] = await behind.log(paymentId)
    await simulator(`/orders/${order?.reference}/pay-again`)
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['autopay reverse 9999', 'autopay authorize 9999', 'autopay refund 9999'])
    expect((await shop.read(paymentId)).status).toBe('CANCELLED')
  })
})
