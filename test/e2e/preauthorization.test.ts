import { describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import type { Json } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { behind, openMerchant, plain, shop } from '../support/world.ts'

describe.concurrent('a hold', () => {
  test('follows its adjustments up and down, and the withdrawal of the last', async () => {
    const { paymentId } = await shop.hold(100)
    expect(await shop.read(paymentId)).toMatchObject({
      dataRequest: 'CAPTURE',
      amounts: { authorized: 100, captured: 0, refundable: 0 },
    })
    await adjust(paymentId, 150)
    await adjust(paymentId, 80)
    const [first, last] = await adjustments(paymentId)
    expectProblem(await withdraw(paymentId, first.transId), 409, 'transaction_not_withdrawable')
    await withdraw(paymentId, last.transId)
    await shop.sees(paymentId, authorized(150))
    expectProblem(await withdraw(paymentId, last.transId), 409, 'transaction_not_withdrawable')
    await withdraw(paymentId, first.transId)
    await shop.sees(paymentId, authorized(100))
    expect((await adjustments(paymentId)).map(({ status }: Json) => status)).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
    const books = await behind.moved(paymentId, 'adjust')
    expect(books.map(({ amountMinor }) => amountMinor)).toEqual([15_000, 8_000, 15_000, 10_000])
  })

  test('is captured once, for less, and gives the rest back', async () => {
    const { paymentId } = await shop.hold(100)
    expectProblem(
      await shop.command(paymentId, 'capture', { amount: 100.01 }),
      422,
      'capture_exceeds_preauthorized',
    )
    const answer = await shop.order(paymentId, 'capture', { amount: 60, description: 'a part' })
    expect(answer).toMatchObject({ status: 'COMPLETED', transId: expect.any(String) })
    const info = await shop.sees(paymentId, ({ amounts }) => amounts.captured === 60)
    expect(info.amounts.refundable).toBe(60)
    await until('the rest given back', () => behind.moved(paymentId, 'reverse'), isOne)
    expect(await behind.moved(paymentId, 'reverse')).toMatchObject([{ amountMinor: 4_000 }])
    for (const [name, body] of [
      ['capture', { amount: 1 }],
      ['adjustment', { amount: 10 }],
      ['cancel', {}],
    ] as const)
      expectProblem(await shop.command(paymentId, name, body), 409, 'capture_exists')
    expect(await behind.moved(paymentId, 'capture')).toHaveLength(1)
  })

  test('is captured in parts where its merchant may, and each part is refundable at once', async () => {
    expectProblem(
      await shop.command((await shop.hold(100)).paymentId, 'capture', { amount: 1, final: false }),
      409,
      'several_captures_not_allowed',
    )
    const seller = await openMerchant({ captures: 'several' })
    const { paymentId } = await seller.hold(100)
    await seller.order(paymentId, 'capture', { amount: 30, final: false })
    await seller.sees(paymentId, ({ amounts }) => amounts.captured === 30)
    expect(await seller.read(paymentId)).toMatchObject({
      status: 'COMPLETED',
      dataRequest: 'CAPTURE',
      amounts: { authorized: 100, captured: 30, refundable: 30 },
    })
    expect(await behind.moved(paymentId, 'reverse')).toEqual([])
    await seller.order(paymentId, 'capture', { amount: 20 })
    await seller.sees(paymentId, ({ amounts }) => amounts.captured === 50)
    await until('the rest given back', () => behind.moved(paymentId, 'reverse'), isOne)
    expect(await behind.moved(paymentId, 'reverse')).toMatchObject([{ amountMinor: 5_000 }])
    await seller.order(paymentId, 'refund', { amount: 45 })
    await seller.sees(paymentId, ({ amounts }) => amounts.refunded === 45)
  })

  test('captured in part and cancelled gives the rest back and keeps the part', async () => {
    const seller = await openMerchant({ captures: 'several' })
    const { paymentId } = await seller.hold(100)
    await seller.order(paymentId, 'capture', { amount: 30, final: false })
    await seller.sees(paymentId, ({ amounts }) => amounts.captured === 30)
    await seller.order(paymentId, 'cancel')
    await until('the rest given back', () => behind.moved(paymentId, 'reverse'), isOne)
    expect(await behind.moved(paymentId, 'reverse')).toMatchObject([{ amountMinor: 7_000 }])
    expect(await seller.read(paymentId)).toMatchObject({
      status: 'COMPLETED',
      amounts: { captured: 30, refundable: 30 },
    })
    const more = await seller.command(paymentId, 'capture', { amount: 1 })
    expectProblem(more, 409, 'capture_exists')
  })

  test('is captured whole when no amount is named', async () => {
    const { paymentId } = await shop.hold(33.33)
    await shop.order(paymentId, 'capture')
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 33.33)
    expect(await behind.moved(paymentId, 'reverse')).toEqual([])
  })

  test('stays as it is when the acquirer refuses a change', async () => {
    const { paymentId } = await shop.hold(200)
    await shop.order(paymentId, 'adjustment', { amount: 250.41 })
    expect(await refusedOne(paymentId, 'ADJUSTMENT')).toMatchObject({
      rejectCode: expect.any(String),
    })
    expect((await shop.read(paymentId)).amounts.authorized).toBe(200)
    await shop.order(paymentId, 'capture', { amount: 50.41 })
    await refusedOne(paymentId, 'CAPTURE')
    await shop.order(paymentId, 'capture', { amount: 60 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 60)
  })

  test('keeps a decrease whose withdrawal the acquirer refuses', async () => {
    const { paymentId } = await shop.hold(200.41)
    await adjust(paymentId, 100)
    const [lowered] = await adjustments(paymentId)
    expect((await withdraw(paymentId, lowered.transId)).status).toBe(200)
    await until(
      'the end of the withdrawal',
      () => shop.command(paymentId, 'adjustment', { amount: 100 }),
      ({ body }) => body.code !== 'operation_in_progress',
    )
    const info = await shop.read(paymentId)
    expect(info.amounts.authorized).toBe(100)
    expect(await adjustments(paymentId)).toMatchObject([
      { transId: lowered.transId, status: 'COMPLETED' },
      { status: 'REJECTED', amount: 200.41, rejectCode: expect.any(String) },
    ])
    await shop.order(paymentId, 'capture', { amount: 100 })
  })

  test('is not adjusted to what it is', async () => {
    const { paymentId } = await shop.hold(100)
    expectProblem(
      await shop.command(paymentId, 'adjustment', { amount: 100 }),
      422,
      'adjustment_changes_nothing',
    )
  })

  test('is released by a cancel, whole, at the amount it stands at', async () => {
    const { paymentId } = await shop.hold(100)
    await adjust(paymentId, 130)
    await shop.order(paymentId, 'cancel', { reason: 'CLIENT' })
    await shop.reaches(paymentId, 'CANCELLED')
    expect(await behind.moved(paymentId, 'reverse')).toMatchObject([{ amountMinor: 13_000 }])
    expectProblem(await shop.command(paymentId, 'capture'), 409)
  })

  test('ends after 30 days, or after the lower number of its merchant', async () => {
    const [long, short] = await Promise.all([shop.hold(), plain.hold()])
    await Promise.all([
      shop.advance(long.paymentId, 29 * DAY),
      plain.advance(short.paymentId, 8 * DAY),
    ])
    const ended = { status: 'CANCELLED', rejectCode: 'PREAUTH_EXPIRED' }
    expect(await plain.status(short.paymentId)).toMatchObject(ended)
    expect((await shop.status(long.paymentId)).status).toBe('COMPLETED')
    await shop.advance(long.paymentId, 2 * DAY)
    expect(await shop.status(long.paymentId)).toMatchObject(ended)
    expect(await behind.moved(long.paymentId, 'reverse')).toMatchObject([{ amountMinor: 10_000 }])
    expectProblem(await shop.command(long.paymentId, 'capture'), 409)
  })

  test('is not a sale: a sale cannot be captured or adjusted', async () => {
    const { paymentId } = await shop.completed()
    expectProblem(await shop.command(paymentId, 'capture'), 409, 'payment_not_capturable')
    expectProblem(
      await shop.command(paymentId, 'adjustment', { amount: 1 }),
      409,
      'payment_not_adjustable',
    )
  })
})

const DAY = 86_400

async function adjust(paymentId: string, amount: number): Promise<void> {
  await shop.order(paymentId, 'adjustment', { amount })
  await shop.sees(paymentId, authorized(amount))
}

const withdraw = (paymentId: string, transId: string) =>
  shop.command(paymentId, `transactions/${transId}/cancel`)

const authorized = (amount: number) => (info: Json) => info.amounts.authorized === amount

const adjustments = async (paymentId: string): Promise<Json[]> =>
  (await shop.transactions(paymentId)).filter(({ type }: Json) => type === 'ADJUSTMENT')

async function refusedOne(paymentId: string, wanted: string): Promise<Json> {
  const isIt = ({ type, status }: Json) => type === wanted && status === 'REJECTED'
  const all = await until(
    'refused',
    () => shop.transactions(paymentId),
    (list) => list.some(isIt),
  )
  return all.find(isIt)
}

const isOne = (list: unknown[]): boolean => list.length === 1
