import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreatePaymentRequest } from '../../../src/contract/payment.ts'
import { notSignedIn } from '../../../src/domain/payment/customer.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { memberAt, membersOf } from '../../support/contract-members.ts'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'
import { wholeCreate } from '../support/whole-create.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const failed = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const id = await app.paymentId(changes)
  await app.at('POST', `${id}/cancel`)
  return id
}

const itsOwn: readonly (keyof Payment)[] = [
  ...(['id', 'version', 'phase', 'parentId', 'linkId', 'tokenizerId', 'requestId'] as const),
  ...(['createdAt', 'updatedAt', 'validUntil', 'notificationSequence', 'rejectCode'] as const),
]
/** Whoever gets the link of a retry is not known to be signed in. */
const lasting = ({ subpayments, customer, ...payment }: Payment) => ({
  ...Object.fromEntries(
    Object.entries(payment).filter(([name]) => !itsOwn.includes(name as keyof Payment)),
  ),
  customer: notSignedIn(customer),
  subpayments: subpayments.map(({ subpaymentId: _, ...part }) => part),
})

describe('200', () => {
  test('one new payment, however often it is called', async () => {
    const id = await failed({ channel: 'PAYWALL', method: 'UNKNOWN', options: { language: 'en' } })
    const { body } = await app.at('POST', `${id}/retry`)
    expect(body).toMatchObject({ status: 'NEW', dataRequest: 'INSTRUMENT' })
    expect(body.paymentId).not.toBe(id)
    expect(body.access_token).toBeTypeOf('string')
    expect((await app.at('POST', `${id}/retry`)).body.paymentId).toBe(body.paymentId)
    const [parent, child] = [app.world.payment(id), app.world.payment(body.paymentId)]
    expect(child).toMatchObject({ parentId: id, order: parent.order, options: parent.options })
    expect(child.linkId).not.toBe(parent.linkId)
  })

  test('a failed one makes way for the next, which names the payment that was asked for', async () => {
    const id = await failed()
    const retry = async () => (await app.at('POST', `${id}/retry`)).body.paymentId as string
    const children: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const child = await retry()
      expect(await retry(), 'open: the same again').toBe(child)
      expect(app.world.payment(child).parentId).toBe(id)
      await app.at('POST', `${child}/cancel`)
      children.push(child)
    }
    expect(new Set([id, ...children]).size).toBe(4)
  })

  test('a paid one does not, nor does a try of a failed try', async () => {
    const order = { extOrderId: undefined }
    const id = await failed({ order })
    const child = (await app.at('POST', `${id}/retry`)).body.paymentId as string
    await app.at('POST', `${child}/cancel`)
    const grandchild = (await app.at('POST', `${child}/retry`)).body.paymentId as string
    expect((await app.at('POST', `${id}/retry`)).body.paymentId).toBe(grandchild)
    await app.at('PATCH', grandchild, { instrument: card() })
    expect(app.world.payment(grandchild).phase).toBe('paid')
    for (const asked of [id, child])
      expect((await app.at('POST', `${asked}/retry`)).body.paymentId).toBe(grandchild)
  })

  test('two at once get one', async () => {
    const id = await failed()
    const [{ body: first }] = await Promise.all([app.at('POST', `${id}/retry`)])
    await app.at('POST', `${first.paymentId}/cancel`)
    const answers = await Promise.all([1, 2, 3].map(() => app.at('POST', `${id}/retry`)))
    expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1)
  })

  test('with every member of the request that made the first', async () => {
    const forgotten = membersOf(CreatePaymentRequest).filter(
      ({ path }) => !path.startsWith('instrument.') && memberAt(wholeCreate, path) === undefined,
    )
    expect(forgotten, 'to be added to wholeCreate').toEqual([])
    const id = await failed(wholeCreate)
    const { body } = await app.at('POST', `${id}/retry`)
    const [parent, child] = [app.world.payment(id), app.world.payment(body.paymentId)]
    expect(lasting(child)).toEqual(lasting(parent))
  })

  test('without the card that failed', async () => {
    app.world.answerWith({ authorize: { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } })
    const id = await app.paymentId({ instrument: card() })
    app.world.usually()
    const { body } = await app.at('POST', `${id}/retry`)
    expect(app.world.payment(body.paymentId).instrument).toBeUndefined()
  })

  test('parts come along under new ids', async () => {
    const subpayments = [{ merchant: { merchantId: 'other' }, amount: 99.99 }]
    const id = await failed({ order: { subpayments }, options: { transType: 'MARKETPLACE' } })
    const { body } = await app.at('POST', `${id}/retry`)
    const [before] = app.world.payment(id).subpayments
    const [after] = app.world.payment(body.paymentId).subpayments
    expect(after).toMatchObject({ merchantId: 'other', amountMinor: 9999, refundedMinor: 0 })
    expect(after!.subpaymentId).not.toBe(before!.subpaymentId)
  })
})

describe('409', () => {
  test('only a failed payment can be retried', async () => {
    for (const id of [await app.paymentId(), await app.paymentId({ instrument: card() })])
      expectProblem(await app.at('POST', `${id}/retry`), 'payment_not_retryable')
  })

  test('an order that is paid is not paid again', async () => {
    const order = { extOrderId: 'paid-order' }
    const id = await failed({ order })
    await app.paymentId({ order, instrument: card() })
    expectProblem(await app.at('POST', `${id}/retry`), 'order_already_paid')
  })
})
