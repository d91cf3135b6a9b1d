import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { Note } from '../support/behind.ts'
import { card, visa } from '../support/cards.ts'
import { startMerchantServer } from '../support/merchant-server.ts'
import { behind, openMerchant, plain, shop, stack } from '../support/world.ts'

const fields =
  'paymentId,tokenizerId,status,extOrderId,amount,currency,method,channel,transId,transType,transStatus,refundId,extRefundId,subpaymentId,rejectCode,rejectInfo,parentPaymentId,eventId,eventTime,sequence'.split(
    ',',
  )
const has = (wanted: object) => (notes: Note[]) =>
  notes.some(({ body }) => Object.entries(wanted).every(([name, value]) => body[name] === value))

test('a developer on this machine is told, and no part of the stack can be', async () => {
  const server = await startMerchantServer()
  const { paymentId } = await shop.create({ options: { asyncNotify: server.url } })
  await shop.order(paymentId, 'cancel')
  const statuses = () => server.caught.map(({ body }) => JSON.parse(body).status)
  await vi.waitFor(() => expect(statuses()).toContain('CANCELLED'), 30_000)
  for (const asyncNotify of [
    ...[`${stack.sandbox}/received/answers`, `${stack.sandbox}/acquirer/log`, stack.postgres],
    ...[`${stack.operator}/commands`, `${stack.api}/v1/ecommerce/auth`, stack.temporalUi],
    ...[...stack.apis, ...stack.ports.map((port) => `http://127.0.0.1:${String(port)}/`)],
  ]) {
    const body = shop.body({ options: { asyncNotify } })
    const answers = await Promise.all(stack.apis.map(() => shop.call('POST', '/payment', body)))
    for (const { body } of answers)
      expect(body.errors, asyncNotify).toMatchObject([{ field: 'options.asyncNotify' }])
  }
})

describe.concurrent('a notification', () => {
  test('tells each status once and in order, signed both ways, fields as documented', async () => {
    const { paymentId } = await shop.completed({ order: { description: 'Zażółć "gęślą" \\ jaźń' } })
    const notes = await behind.receives(paymentId, has({ status: 'COMPLETED' }))
    expect(notes.map(({ body }) => body.status)).toEqual(['PENDING', 'COMPLETED'])
    expect(notes.map(({ body }) => body.sequence)).toEqual([1, 2])
    for (const note of notes) {
      expect(note.path).toMatch(/\/payment$/)
      expect(Object.keys(note.body)).toEqual(fields.filter((name) => name in note.body))
      expect(note.headers.signature).toBe(signatureOf(note))
      expect(note.headers['webhook-id']).toBe(note.body.eventId)
      expect(note.headers['webhook-signature']).toContain(webhookSignatureOf(note))
      expect(note.text).not.toContain(visa(100))
    }
  })

  test('says why a payment failed', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(121)) })
    const [, last] = await behind.receives(paymentId, has({ status: 'REJECTED' }))
    expect(last?.body).toMatchObject({
      rejectCode: 'INSUFFICIENT_FUNDS',
      rejectInfo: expect.any(String),
      amount: 99.99,
    })
  })

  test('tells captures, adjustments, their withdrawal, and refunds', async () => {
    const { paymentId } = await shop.hold(100)
    await shop.order(paymentId, 'adjustment', { amount: 120 })
    await shop.sees(paymentId, ({ amounts }) => amounts.authorized === 120)
    const { transId } = (await shop.transactions(paymentId)).at(-1)
    await shop.order(paymentId, `transactions/${transId}/cancel`)
    await shop.sees(paymentId, ({ amounts }) => amounts.authorized === 100)
    await shop.order(paymentId, 'capture', { amount: 70 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 70)
    const { refundId } = await shop.order(paymentId, 'refund', { amount: 10, extRefundId: 'r1' })
    const notes = await behind.receives(paymentId, has({ refundId, status: 'COMPLETED' }))
    for (const [transType, transStatus, amount] of [
      ['ADJUSTMENT', 'COMPLETED', 120],
      ['ADJUSTMENT', 'CANCELLED', 120],
      ['CAPTURE', 'COMPLETED', 70],
    ])
      expect(has({ transType, transStatus, amount })(notes), `${transType} ${transStatus}`).toBe(
        true,
      )
    const refunds = notes.filter(({ path }) => path.endsWith('/refund'))
    expect(refunds.map(({ body }) => body.status)).toEqual(['PENDING', 'COMPLETED'])
    expect(refunds[0]?.body).toMatchObject({ amount: 10, extRefundId: 'r1' })
    const sequences = notes.map(({ body }) => body.sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  })

  test('that is not accepted comes again, the same, and later ones wait for it', async () => {
    const { paymentId } = await shop.create()
    await behind.program(paymentId, [500, 503, 200])
    await shop.give(paymentId, card(visa(100)))
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.advance(paymentId, 3600)
    const notes = await behind.receives(paymentId, has({ status: 'COMPLETED' }))
    const [first, second, third, last] = notes
    expect([second?.text, third?.text]).toEqual([first?.text, first?.text])
    expect(notes.map(({ answered }) => answered)).toEqual([500, 503, 200, 200])
    expect(last?.body.sequence).toBe(2)
  })

  test('refused by 404 is not repeated, and does not stop the next', async () => {
    const { paymentId } = await shop.create()
    await behind.program(paymentId, [404])
    await shop.give(paymentId, card(visa(100)))
    await behind.receives(paymentId, has({ status: 'COMPLETED' }))
    await shop.advance(paymentId, 86_400)
    const ids = (await behind.received(paymentId)).map(({ body }) => body.eventId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  test('answered 410 pauses that merchant alone', async () => {
    const merchant = await openMerchant()
    const { paymentId } = await merchant.create()
    await behind.program(paymentId, [410])
    await merchant.order(paymentId, 'cancel')
    await behind.receives(paymentId, (notes) => notes.length === 1)
    const next = await merchant.create()
    await merchant.order(next.paymentId, 'cancel')
    const other = await shop.create()
    await shop.order(other.paymentId, 'cancel')
    await behind.receives(other.paymentId, has({ status: 'CANCELLED' }))
    expect(await behind.received(next.paymentId)).toEqual([])
  })

  test('goes exactly to the address that the payment names', async () => {
    const { paymentId } = await shop.create({
      options: { asyncNotify: `${behind.receiver}/elsewhere` },
    })
    await shop.order(paymentId, 'cancel')
    const [note] = await behind.receives(paymentId, has({ status: 'CANCELLED' }))
    expect(note?.path).toMatch(/\/elsewhere$/)
  })

  test('to a server that hangs delays no other merchant', async () => {
    const [hanging, healthy] = await Promise.all([openMerchant(), openMerchant()])
    const slow = { status: 200, delayMs: 60_000 }
    // More than any worker may have under way, all without an answer until they time out.
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { paymentId } = await hanging.create()
        await behind.program(paymentId, [slow, slow, slow])
        await hanging.order(paymentId, 'cancel')
      }),
    )
    for (let round = 0; round < 5; round += 1) {
      const { paymentId } = await healthy.create()
      await healthy.order(paymentId, 'cancel')
      const [note] = await behind.receives(paymentId, has({ status: 'CANCELLED' }), 10_000)
      expect(note?.answered).toBe(200)
    }
  })

  test('of a merchant without an address is none', async () => {
    const { paymentId } = await plain.completed()
    expect(await behind.received(paymentId)).toEqual([])
  })
})

/** The values as they stand in the JSON text, one after the other. */
function signatureOf({ body }: Note): string {
  const joined = Object.values(body).map(String).join('')
  return createHmac('sha256', shop.account.notificationSecret ?? '')
    .update(joined)
    .digest('hex')
}

/** Standard Webhooks: the id, the time and the body, with dots between. */
function webhookSignatureOf({ headers, text }: Note): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const secret = shop.account.notificationSecret ?? ''
  return createHmac('sha256', secret).update(signed).digest('base64')
}
