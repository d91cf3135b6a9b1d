import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { faulty, movements, setAccount, tollgate } from '../support/accounts.ts'
import { card } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { addressOf, hearAdyen, sendAdyenTo } from '../support/provider-messages.ts'
import { openMerchant, stack } from '../support/world.ts'

let shop: Merchant
beforeAll(async () => {
  shop = await openMerchant({ acquirer: 'adyen/main' })
  await setAccount(shop.merchantId, 'adyen/main', { timeoutMs: 2_000 })
})

const ASKS = '4000000000001026'
const GOOD = '4000000000001000'
const hold = { options: { transKind: 'PREAUTH' } }
const timeout = 60_000

const sentAway = async (wish: object = {}) => {
  const asked = await shop.asks({ instrument: card(ASKS), ...wish })
  const page = String(asked.acsData.redirectURL)
  expect(page).toContain('/adyen/redirect/')
  return { paymentId: String(asked.paymentId), page }
}

/** The payer answers, and the browser comes back with what Adyen gave it. */
const answers = async (page: string, otp: string) => {
  const answered = await sendForm(page, { otp })
  expect(answered.status).toBe(303)
  const back = answered.headers.get('location') ?? ''
  expect(back).toContain('redirectResult=')
  expect((await send(back)).status).toBe(303)
}

const captures = async (paymentId: string, amount: number) => {
  const made = await shop.call('POST', `/payment/${paymentId}/capture`, { amount })
  expect(made.status, made.text).toBe(200)
  await expect
    .poll(async () => (await shop.read(paymentId)).amounts, { timeout })
    .toMatchObject({ captured: amount })
}

const balances = async (paymentId: string) => {
  const { code, text, problem } = await tollgate('ledger', 'check', paymentId)
  expect(code, text + problem).toBe(0)
}

test('an EEA card is held, captured and refunded through Adyen, which asks the payer itself', async () => {
  const { paymentId, page } = await sentAway(hold)
  expect(await movements(paymentId)).toEqual([])
  await answers(page, '123456')
  await shop.reaches(paymentId, 'COMPLETED')
  await captures(paymentId, 30)
  const refunded = await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 10 })
  expect(refunded.status, refunded.text).toBeLessThan(300)
  await expect
    .poll(() => movements(paymentId), { timeout })
    .toEqual(['adyen authorize 9999', 'adyen capture 3000', 'adyen refund 1000'])
  await balances(paymentId)
})

test('what Adyen reports to have paid out is settled, with its refunds, once', async () => {
  const held = await sentAway(hold)
  await answers(held.page, '123456')
  await shop.reaches(held.paymentId, 'COMPLETED')
  await captures(held.paymentId, 99.99)
  const sold = await sentAway()
  await answers(sold.page, '123456')
  await shop.reaches(sold.paymentId, 'COMPLETED')
  await shop.call('POST', `/payment/${sold.paymentId}/refund`, { amount: 10 })
  await shop.sees(sold.paymentId, ({ amounts }) => amounts.refunded === 10)
  const merchantAccount = `Shop${shop.merchantId}`
  const closes = `${stack.sandbox}/adyen/simulator/payouts`
  await send(closes, { method: 'POST', body: { merchantAccount } })
  const settle = ['settlement', 'run', '--account', 'adyen/main', '--by', 'anna']
  for (const paymentId of [held.paymentId, sold.paymentId]) {
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
    await balances(paymentId)
  }
})

test('a payer who does not come back has paid all the same: a message tells', async () => {
  const { paymentId, page } = await sentAway()
  await sendForm(page, { otp: '123456' })
  await shop.reaches(paymentId, 'COMPLETED')
  expect(await movements(paymentId)).toEqual(['adyen authorize 9999'])
})

test('a payer who paid but was given up before any message came gets the money back', async () => {
  const late = await catchMessages()
  try {
    const { paymentId, page } = await sentAway()
    await sendForm(page, { otp: '123456' })
    await shop.advance(paymentId, 11 * 60)
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_TIMEOUT',
    })
    // Without its own name of the charge Adyen can cancel only what is not captured yet.
    expect(await movements(paymentId)).toEqual(['adyen authorize 9999'])
    await late.deliver()
    await expect
      .poll(() => movements(paymentId), { timeout })
      .toEqual(['adyen authorize 9999', 'adyen reverse 0'])
    await balances(paymentId)
  } finally {
    await late.close()
  }
})

/** What Adyen sends is kept back, and arrives when the test says so. */
async function catchMessages() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end('[accepted]')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { merchantId } = shop
  await sendAdyenTo(`http://127.0.0.1:${String(port)}/`, stack, merchantId)
  const ours = addressOf(stack.api, 'adyen', merchantId, 'main')
  return {
    deliver: async () => {
      await expect.poll(() => bodies.length, { timeout }).toBeGreaterThan(0)
      for (const body of bodies) {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(ours, { method: 'POST', headers, body })
        expect(answer.status).toBe(200)
      }
    },
    close: async () => {
      await hearAdyen(stack, merchantId)
      server.close()
    },
  }
}

test('a payer who fails is not charged', async () => {
  const { paymentId, page } = await sentAway()
  await answers(page, '000000')
  expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
    rejectCode: 'AUTHENTICATION_FAILED',
  })
  expect(await movements(paymentId)).toEqual([])
})

test('a cancel while the payer is away closes the page, and nobody is charged', async () => {
  const { paymentId, page } = await sentAway()
  await shop.command(paymentId, 'cancel', { reason: 'CLIENT' })
  await shop.reaches(paymentId, 'CANCELLED')
  expect((await sendForm(page, { otp: '123456' })).status).toBe(404)
  expect((await movements(paymentId)).filter((one) => one.includes('authorize'))).toEqual([])
})

test('an answer that is lost is found by sending the same again, and the charge is one', async () => {
  const { paymentId } = await shop.create()
  await faulty('adyen', paymentId, { action: 'cut', when: 'after' })
  await shop.give(paymentId, card(GOOD))
  await shop.reaches(paymentId, 'COMPLETED')
  expect(await movements(paymentId)).toEqual(['adyen authorize 9999'])
})

test('a capture that fails days later is an error, and the hold can be captured again', async () => {
  const { paymentId } = await shop.create({ instrument: card(GOOD), ...hold })
  await shop.reaches(paymentId, 'COMPLETED')
  await captures(paymentId, 30)
  const rows = (await send(`${stack.sandbox}/acquirer/log?reference=${paymentId}`)).body
  const { reference } = (rows as unknown as { operation: string; reference: string }[]).find(
    ({ operation }) => operation === 'capture',
  )!
  await send(`${stack.sandbox}/adyen/simulator/modifications/${reference}/fail`, {
    method: 'POST',
    body: {},
  })
  await expect
    .poll(async () => (await shop.read(paymentId)).amounts, { timeout })
    .toMatchObject({ captured: 0 })
  expect(JSON.stringify(await shop.transactions(paymentId))).toContain('"ERROR"')
  await balances(paymentId)
  await captures(paymentId, 20)
  await balances(paymentId)
})
