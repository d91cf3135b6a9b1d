import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { expectProblem } from '../support/problem.ts'
import { behind, plain, shop } from '../support/world.ts'

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key })

describe.concurrent('an Idempotency-Key', () => {
  test('makes one payment of eight requests at once, and one charge', async () => {
    const key = withKey()
    const body = shop.body({ instrument: card(visa(100)) })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.call('POST', '/payment', body, key)),
    )
    answers.forEach((answer) => {
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toEqual(answers[0]?.body)
    })
    const { paymentId } = answers[0]?.body
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)

    const later = await shop.call('POST', '/payment', body, key)
    expect(later.body).toEqual(answers[0]?.body)
    expect(later.headers.get('idempotent-replayed')).toBe('true')
  })

  test('with another body is refused, but another CVV is not another body', async () => {
    const key = withKey()
    const body = shop.body({ instrument: card(visa(100)) })
    const first = await shop.call('POST', '/payment', body, key)
    const other = { ...body, order: { ...body.order, amount: 1 } }
    expectProblem(await shop.call('POST', '/payment', other, key), 422, 'idempotency_key_reused')
    const cvv = { ...body, instrument: card(visa(100), { cvv: '999' }) }
    expect((await shop.call('POST', '/payment', cvv, key)).body.paymentId).toBe(
      first.body.paymentId,
    )
  })

  test('belongs to one merchant and one path', async () => {
    const key = withKey()
    const [mine, theirs] = await Promise.all([
      shop.call('POST', '/payment', shop.body(), key),
      plain.call('POST', '/payment', plain.body(), key),
    ])
    expect(theirs.body.paymentId).not.toBe(mine.body.paymentId)
    const { paymentId } = mine.body
    expect((await shop.command(paymentId, 'cancel', {}, key)).body.status).toBe('CANCELLED')
  })

  test('makes one refund of many requests', async () => {
    const { paymentId } = await shop.completed({ amount: 50 })
    const key = withKey()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => shop.command(paymentId, 'refund', { amount: 10 }, key)),
    )
    expect(new Set(answers.map(({ body }) => body.refundId)).size).toBe(1)
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 10)
    const replay = await shop.command(paymentId, 'refund', { amount: 10 }, key)
    expect(replay.body.refundId).toBe(answers[0]?.body.refundId)
    expect(await behind.moved(paymentId, 'refund')).toHaveLength(1)
    expectProblem(
      await shop.command(paymentId, 'refund', { amount: 11 }, key),
      422,
      'idempotency_key_reused',
    )
  })

  test('repeats what the payment decided: the same capture, the same cancel', async () => {
    const { paymentId } = await shop.hold(100)
    const [capture, cancel] = [withKey(), withKey()]
    const first = await shop.command(paymentId, 'capture', { amount: 70 }, capture)
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 70)
    const again = await shop.command(paymentId, 'capture', { amount: 70 }, capture)
    expect([again.status, again.body.transId]).toEqual([200, first.body.transId])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const refused = await shop.command(paymentId, 'cancel', {}, cancel)
    expectProblem(refused, 409, 'capture_exists')
    expect(await behind.moved(paymentId, 'capture')).toHaveLength(1)
  })

  test('leaves nothing behind when the request never reached the payment', async () => {
    const key = withKey()
    expectProblem(await shop.call('POST', '/payment', shop.body({ amount: -1 }), key), 400)
    const fine = await shop.call('POST', '/payment', shop.body(), key)
    expect(fine.status, fine.text).toBe(200)
    const { paymentId } = fine.body
    const early = withKey()
    expectProblem(await shop.command(paymentId, 'refund', { amount: 1 }, early), 409)
    await shop.give(paymentId, card(visa(100)))
    await shop.reaches(paymentId, 'COMPLETED')
    expect((await shop.command(paymentId, 'refund', { amount: 1 }, early)).status).toBe(200)
  })

  test('gives the instrument once', async () => {
    const { paymentId } = await shop.create()
    const key = withKey()
    const give = () => shop.call('PUT', `/payment/${paymentId}/instrument`, card(visa(100)), key)
    const answers = await Promise.all([give(), give(), give()])
    answers.forEach((answer) => expect(answer.status, answer.text).toBe(200))
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    expect((await give()).status).toBe(200)
  })

  test('may be quoted or bare, and is one of at most 255 characters', async () => {
    const key = randomUUID()
    const body = shop.body()
    const bare = await shop.call('POST', '/payment', body, withKey(key))
    const quoted = await shop.call('POST', '/payment', body, withKey(`"${key}"`))
    expect(quoted.body.paymentId).toBe(bare.body.paymentId)
    expectProblem(await shop.call('POST', '/payment', body, withKey('k'.repeat(256))), 400)
  })
})
