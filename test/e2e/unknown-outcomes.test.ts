import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, shop } from '../support/world.ts'

const SLOW_MS = 300_000

describe.concurrent('an authorisation whose answer is lost', { timeout: SLOW_MS }, () => {
  test.each([
    [140, 'cut off'],
    [142, 'an error, twice'],
    [143, 'too late'],
    [144, 'called a duplicate'],
    [145, 'cut short'],
  ])('(%i, %s) is found by asking: COMPLETED with one charge', async (scenario) => {
    const { paymentId } = await shop.create({ instrument: card(visa(scenario)) })
    await shop.reaches(paymentId, 'COMPLETED', SLOW_MS)
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    expect(await behind.moved(paymentId, 'reverse')).toEqual([])
  })

  test.each([141, 147])(
    '(%i) and never happened is REJECTED, once its reversal is acknowledged',
    async (scenario) => {
      const { paymentId } = await shop.create({ instrument: card(visa(scenario)) })
      expect(await shop.reaches(paymentId, 'REJECTED', SLOW_MS)).toMatchObject({
        rejectCode: 'UNKNOWN_OUTCOME',
      })
      expect(await behind.moved(paymentId, 'authorize')).toEqual([])
      expect(await behind.moved(paymentId, 'reverse')).toHaveLength(1)
    },
  )

  test('can be cancelled meanwhile: what was charged is reversed first', async () => {
    const { paymentId, given } = await inFlight()
    expect((await shop.order(paymentId, 'cancel')).status).toBe('PENDING')
    await given
    expect(await shop.reaches(paymentId, 'CANCELLED', SLOW_MS)).toMatchObject({
      rejectCode: 'CANCELLED_BY_MERCHANT',
    })
    expect(await behind.moved(paymentId, 'reverse')).toHaveLength(1)
  })
})

describe.concurrent('a later operation', { timeout: SLOW_MS }, () => {
  test('that is done, its answer lost, is done once: capture', async () => {
    const { paymentId } = await shop.hold(200)
    await shop.order(paymentId, 'capture', { amount: 100.42 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 100.42, SLOW_MS)
    expect(await behind.moved(paymentId, 'capture')).toHaveLength(1)
  })

  test('that is done, its answer lost, is done once: adjustment', async () => {
    const { paymentId } = await shop.hold(200)
    await shop.order(paymentId, 'adjustment', { amount: 250.42 })
    await shop.sees(paymentId, ({ amounts }) => amounts.authorized === 250.42, SLOW_MS)
    expect(await behind.moved(paymentId, 'adjust')).toHaveLength(1)
  })

  test('that is done, its answer lost, is done once: refund', async () => {
    const { paymentId } = await shop.completed({ amount: 70 })
    const { refundId } = await shop.order(paymentId, 'refund', { amount: 20.42 })
    await refundReaches(paymentId, refundId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
  })

  test('that is done, its answer lost, is done once: cancel', async () => {
    const { paymentId } = await shop.completed({ amount: 70.42 })
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED', SLOW_MS)
    expect(await behind.moved(paymentId, 'reverse')).toHaveLength(1)
  })

  test('that never happened is REJECTED and may be commanded again: capture', async () => {
    const { paymentId } = await shop.hold(200)
    await shop.order(paymentId, 'capture', { amount: 100.43 })
    await rejectedWith(paymentId, 'CAPTURE', 'UNKNOWN_OUTCOME')
    await shop.order(paymentId, 'capture', { amount: 100 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 100, SLOW_MS)
    expect(await behind.moved(paymentId, 'capture')).toHaveLength(1)
  })

  test('that never happened is REJECTED and may be commanded again: adjustment', async () => {
    const { paymentId } = await shop.hold(200)
    await shop.order(paymentId, 'adjustment', { amount: 250.43 })
    await rejectedWith(paymentId, 'ADJUSTMENT', 'UNKNOWN_OUTCOME')
    expect((await shop.read(paymentId)).amounts.authorized).toBe(200)
    await shop.order(paymentId, 'adjustment', { amount: 250 })
    await shop.sees(paymentId, ({ amounts }) => amounts.authorized === 250)
  })

  test('that never happened frees what was reserved for it: refund', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.completed({ amount: 70 })
    const { refundId } = await merchant.order(paymentId, 'refund', { amount: 20.43 })
    expect(await merchant.balance()).toMatchObject({ available: 49.57, reserved: 20.43 })
    await until(
      'the refund refused',
      () => merchant.refund(paymentId, refundId),
      ({ status, rejectCode }) => status === 'REJECTED' && rejectCode === 'UNKNOWN_OUTCOME',
      SLOW_MS,
    )
    expect(await merchant.balance()).toMatchObject({ available: 70, reserved: 0 })
    await merchant.order(paymentId, 'refund', { amount: 70 })
  })

  test('that never happened is repeated until it does: cancel', async () => {
    const { paymentId } = await shop.completed({ amount: 70.43 })
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED', SLOW_MS)
    expect(await behind.moved(paymentId, 'reverse')).toHaveLength(1)
  })
})

/** A payment whose authorisation was sent and will not be answered in time. */
async function inFlight() {
  const { paymentId } = await shop.create()
  const given = shop.give(paymentId, card(visa(143)))
  const isAsked = (rows: unknown[]) => rows.length > 0
  await until('the authorisation sent', () => behind.log(paymentId), isAsked)
  return { paymentId, given }
}

const refundReaches = (paymentId: string, refundId: string, wanted: string) =>
  until(
    `refund ${wanted}`,
    () => shop.refund(paymentId, refundId),
    ({ status }) => status === wanted,
    SLOW_MS,
  )

const rejectedWith = (paymentId: string, kind: string, code: string) =>
  until(
    `${kind} ${code}`,
    () => shop.transactions(paymentId),
    (all) =>
      all.some(
        ({ type, status, rejectCode }: Record<string, string>) =>
          type === kind && status === 'REJECTED' && rejectCode === code,
      ),
    SLOW_MS,
  )
