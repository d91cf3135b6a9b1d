import { createHmac, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { faulty, openRoutedMerchant } from '../support/accounts.ts'
import type { MoneyRow } from '../support/behind.ts'
import { card, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { behind, stack } from '../support/world.ts'

/** `npm run test:long` runs all of them. */
const TRIALS = Number(process.env.RACE_TRIALS ?? (process.env.TEST_LONG ? 200 : 12))
const AT_ONCE = 4
const TIMEOUT_MS = 400

let shop: Merchant
beforeAll(async () => {
  shop = await openRoutedMerchant({}, TIMEOUT_MS)
})

/** Answers that come about when we stop waiting, charges that happen about then, and some lost. */
const faults = [
  () => ({ action: 'slow', when: 'before', delayMs: aboutTheTimeout() }),
  () => ({ action: 'slow', when: 'after', delayMs: aboutTheTimeout() }),
  () => ({ action: 'cut', when: 'after' }),
  () => ({ action: 'cut', when: 'before' }),
  () => ({ action: 'http500', when: 'after' }),
  () => ({ action: 'http429', when: 'before' }),
]
const aboutTheTimeout = () => TIMEOUT_MS + randomInt(-150, 600)

async function trial(number: number): Promise<string> {
  const { paymentId } = await shop.create()
  const fault = faults[number % faults.length]!()
  await faulty('stripe', paymentId, fault)
  const speaking = speak(paymentId)
  await shop.give(paymentId, card(visa(107)))
  await shop.reaches(paymentId, ['COMPLETED', 'REJECTED', 'ERROR'], 120_000)
  await speaking
  return `${paymentId} ${JSON.stringify(fault)}`
}

/** As soon as Stripe has charged, its message comes: early, late, twice, whatever became of it here. */
async function speak(paymentId: string): Promise<void> {
  const end = Date.now() + 3_000
  while (Date.now() < end) {
    const [charge] = await behind.moved(paymentId, 'authorize')
    if (charge?.provider === 'stripe') {
      for (const pauseMs of [0, randomInt(0, 800)]) {
        await sleep(pauseMs)
        await tell(charge.reference)
      }
      return
    }
    await sleep(30)
  }
}

async function tell(reference: string): Promise<void> {
  const object = { id: 'pi_raced', status: 'succeeded', amount: 9999, currency: 'pln' }
  const body = JSON.stringify({
    id: `evt_${String(randomInt(2 ** 40))}`,
    type: 'payment_intent.succeeded',
    data: { object: { ...object, metadata: { reference } } },
  })
  const time = Math.floor(Date.now() / 1_000)
  const digest = createHmac('sha256', 'whsec_sandbox').update(`${String(time)}.${body}`)
  const { status } = await send(
    `${stack.api}/v1/ecommerce/notifications/acquirers/stripe/${shop.merchantId}/main`,
    {
      method: 'POST',
      body: JSON.parse(body),
      headers: { 'stripe-signature': `t=${String(time)},v1=${digest.digest('hex')}` },
    },
  )
  expect(status).toBe(200)
}

/** What stands at all acquirers together: charges that were not undone. */
async function standing(paymentId: string): Promise<number> {
  const charged = await behind.moved(paymentId, 'authorize')
  const undone = await behind.moved(paymentId, 'reverse')
  const isUndone = ({ reference }: MoneyRow) =>
    undone.some((row) => row.reference.startsWith(`${reference}-`))
  return charged.filter((row) => !isUndone(row)).length
}

/** An account that fails this often would not be asked any more, and nothing would race. */
async function forgetFailures(): Promise<void> {
  const db = new pg.Client({ connectionString: stack.postgres })
  await db.connect()
  await db.query('delete from account_charge where merchant_id = $1', [shop.merchantId])
  await db.end()
}

test(
  `${String(TRIALS)} races of a second account against late answers and messages: one charge each`,
  { timeout: 300_000 + TRIALS * 6_000 },
  async () => {
    const told: string[] = []
    for (let done = 0; done < TRIALS; done += AT_ONCE) {
      await forgetFailures()
      const count = Math.min(AT_ONCE, TRIALS - done)
      told.push(...(await Promise.all(Array.from({ length: count }, (_, at) => trial(done + at)))))
    }
    // Whatever was still on its way has come.
    await sleep(3_000)
    const ends: Record<string, number> = {}
    for (const one of told) {
      const [paymentId = ''] = one.split(' ')
      const { status } = await shop.read(paymentId)
      const [last] = (await shop.transactions(paymentId)).slice(-1)
      const end = `${String(status)} ${String(last?.via)}`
      ends[end] = (ends[end] ?? 0) + 1
      expect(await standing(paymentId), one).toBe(status === 'COMPLETED' ? 1 : 0)
    }
    expect(Object.keys(ends)).toEqual(
      expect.arrayContaining(['COMPLETED stripe/main', 'COMPLETED sandbox/main']),
    )
  },
)
