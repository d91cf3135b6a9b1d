import { beforeAll, describe, expect, test } from 'vitest'
import { faulty, giveAccount, movements, tollgate } from '../support/accounts.ts'
import { send, sendForm } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { openMerchant, stack } from '../support/world.ts'

const merchantId = 1 + (Date.now() % 1_000_000_000)
let shop: Merchant
beforeAll(async () => {
  shop = await openMerchant({ bank: 'przelewy24/main', blik: 'przelewy24/main' })
  await giveAccount(shop.merchantId, 'przelewy24/main', {
    settings: {
      url: `${stack.sandbox}/przelewy24`,
      merchantId,
      timeoutMs: 2_000,
      reports: true,
      cards: true,
    },
    credential: { reportKey: 'przelewy24-sandbox-reports', crc: 'przelewy24-sandbox' },
  })
})

const simulator = (path: string, body: object = {}) =>
  send(`${stack.sandbox}/przelewy24/simulator${path}`, { method: 'POST', body })

/** Our books, the workflow's and the provider's say the same. */
async function proveBooks(paymentId: string): Promise<void> {
  const log = `${stack.sandbox}/acquirer/log`
  const asked = ['ledger', 'check', paymentId, '--provider-log', log]
  const { code, text, problem } = await tollgate(...asked)
  expect(code, text + problem).toBe(0)
}

const transfer = () => shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: '20' } })
const decide = (address: string, decision: string) => sendForm(address, { decision })
const blik = (instrument: object, wish: object = {}) =>
  shop.create({ method: 'BLIK', instrument, ...wish })
const code = (value: string, wish: object = {}) => blik({ type: 'BLIK_CODE', code: value }, wish)
const settle = ['settlement', 'run', '--account', 'przelewy24/main', '--by', 'anna']

// One after the other: the command line runs in this process, with its settings.
describe("a merchant's own account at Przelewy24", () => {
  test('lists its banks', async () => {
    const { body } = await shop.call('GET', '/payment/methods/PBL')
    expect(body).toContainEqual(expect.objectContaining({ bank: '20', available: true }))
    expect(body).toContainEqual(expect.objectContaining({ bank: '31', available: false }))
  })

  test('a bank transfer is paid, taken, refunded in part, and settled by their report', async () => {
    const { paymentId, redirectURL } = await transfer()
    expect(redirectURL).toContain('/przelewy24/trnRequest/')
    const back = await decide(redirectURL, 'pay')
    expect((await send(back.headers.get('location') ?? '')).status).toBe(303)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['przelewy24 authorize 9999'])
    await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 40 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 40)
    await proveBooks(paymentId)
    await simulator('/payouts', { posId: merchantId })
    const run = await tollgate(...settle, '--merchant', shop.merchantId)
    expect(run.code, run.text + run.problem).toBe(0)
    await shop.reaches(paymentId, 'SETTLED')
  })

  test('an EEA card is paid on their page after a challenge of theirs, taken, refunded and settled', async () => {
    const asked = await shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: '218' } })
    const { paymentId, redirectURL } = asked
    const question = await sendForm(redirectURL, { number: '4000000000001026' })
    expect([question.status, await movements(paymentId)]).toEqual([200, []])
    const back = await sendForm(redirectURL, { asked: 'yes', otp: '123456' })
    expect((await send(back.headers.get('location') ?? '')).status).toBe(303)
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 40 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 40)
    expect(await movements(paymentId)).toEqual([
      'przelewy24 authorize 9999',
      'przelewy24 refund 4000',
    ])
    await proveBooks(paymentId)
    await simulator('/payouts', { posId: merchantId })
    const run = await tollgate(...settle, '--merchant', shop.merchantId)
    expect(run.code, run.text + run.problem).toBe(0)
    await shop.reaches(paymentId, 'SETTLED')
  })

  test('a card whose holder fails the challenge is not charged, and may be tried again', async () => {
    const asked = await shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: '218' } })
    const { paymentId, redirectURL } = asked
    await sendForm(redirectURL, { asked: 'yes', otp: '000000' })
    expect(await movements(paymentId)).toEqual([])
    await sendForm(redirectURL, { asked: 'yes', otp: '123456' })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['przelewy24 authorize 9999'])
  })

  test('BLIK is paid by a code, and taken', async () => {
    const { paymentId } = await code('777123')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['przelewy24 authorize 9999'])
    await proveBooks(paymentId)
  })

  test('BLIK that nobody tells of is found by asking, and taken', async () => {
    const { paymentId } = await code('100008')
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['przelewy24 authorize 9999'])
  })

  test('BLIK that the payer declines is rejected with the reason', async () => {
    const { paymentId } = await code('100003')
    await shop.reaches(paymentId, 'REJECTED')
    expect((await shop.read(paymentId)).rejectCode).toBe('DECLINED_BY_PAYER')
  })

  test.each(['authorize', 'capture'])(
    'an answer is lost (%s): the payment is paid and taken once',
    async (operation) => {
      const { paymentId } = await shop.create({ method: 'BLIK' })
      await faulty('przelewy24', paymentId, { operation, action: 'cut', when: 'after' })
      await shop.give(paymentId, { type: 'BLIK_CODE', code: '777123' })
      await shop.reaches(paymentId, 'COMPLETED')
      expect(await movements(paymentId)).toEqual(['przelewy24 authorize 9999'])
      await proveBooks(paymentId)
    },
  )

  test('a PAYID series: agreed to with a first payment, then charged by the merchant alone', async () => {
    const options = { recurring: 'INITIAL', registerAlias: true }
    const first = await code('777123', { amount: 30, options })
    await shop.reaches(first.paymentId, 'COMPLETED')
    const { alias } = await shop.sees(
      first.paymentId,
      (info) => info.alias?.status === 'REGISTERED',
    )
    const again = (amount: number) =>
      blik(
        { type: 'BLIK_PAYID', alias: alias.value },
        { amount, options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId } },
      )
    for (const _ of ['second', 'third']) {
      const { paymentId } = await again(20)
      await shop.reaches(paymentId, 'COMPLETED')
      expect(await movements(paymentId)).toEqual(['przelewy24 authorize 2000'])
      await proveBooks(paymentId)
    }
    const tooMuch = await again(30.01)
    await shop.reaches(tooMuch.paymentId, 'REJECTED')
    expect(await shop.read(tooMuch.paymentId)).toMatchObject({ rejectCode: 'LIMIT_EXCEEDED' })
  })

  test('money that comes after the end is taken and goes back', async () => {
    const { paymentId, redirectURL } = await transfer()
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED')
    await decide(redirectURL, 'pay')
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['przelewy24 authorize 9999', 'przelewy24 refund 9999'])
    expect((await shop.read(paymentId)).status).toBe('CANCELLED')
    await proveBooks(paymentId)
  })
})
