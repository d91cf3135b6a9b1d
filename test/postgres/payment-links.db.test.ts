import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute } from '../../src/postgres/db.ts'
import { startLinkApp } from '../http/support/link-app.ts'
import type { LinkApp } from '../http/support/link-app.ts'

let app: LinkApp
beforeAll(async () => {
  app = await startLinkApp()
})
afterAll(() => app.close())

const newLink = async (given: object = {}): Promise<string> => (await app.create(given)).linkId
const take = (linkId: string, paymentId: string, own?: string) =>
  app.links.take({ linkId, paymentId, own })
const aMinuteLater = () =>
  execute(app.pool, `update payment_link_use set at = at - interval '61 seconds'`)
/** Registered, and nobody has begun to pay. */
const untouched = (linkId: string) =>
  app.payments.sale({ paymentLinkId: linkId, channel: 'PAYWALL', instrument: undefined as never })

describe('uses of a payment link', () => {
  test('are never more than it has, however many come at once', async () => {
    const linkId = await newLink({ uses: 3 })
    const ids = Array.from({ length: 40 }, (_, index) => `visitor${String(index)}`)
    const answers = await Promise.all(ids.map((id) => take(linkId, id)))
    expect(answers.filter(({ type }) => type === 'taken')).toHaveLength(3)
    expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['taken', 'busy']))
    expect(await app.links.find(linkId)).toMatchObject({ open: 3, paid: 0 })
  })

  test('are taken once by whoever asks again for the same payment', async () => {
    const linkId = await newLink()
    expect(await take(linkId, 'again')).toEqual({ type: 'taken' })
    expect(await take(linkId, 'again')).toEqual({ type: 'taken' })
    expect(await app.links.find(linkId)).toMatchObject({ open: 1 })
  })

  test('come back when the payment has ended unpaid', async () => {
    const linkId = await newLink()
    const first = await untouched(linkId)
    await take(linkId, first)
    expect(await take(linkId, 'second')).toEqual({ type: 'busy' })
    await app.payments.command(first, { name: 'cancel', by: 'customer' })
    expect(await take(linkId, 'second')).toEqual({ type: 'taken' })
  })

  test('do not come back when it was paid', async () => {
    const linkId = await newLink()
    await take(linkId, await app.payments.sale({ paymentLinkId: linkId }))
    await aMinuteLater()
    expect(await take(linkId, 'toolate')).toEqual({ type: 'over' })
  })

  test('of somebody who has not begun to pay are named after a minute, and at once to themselves', async () => {
    const linkId = await newLink()
    const first = await untouched(linkId)
    await take(linkId, first)
    expect(await take(linkId, 'other')).toEqual({ type: 'busy' })
    expect(await take(linkId, 'mine', first)).toEqual({ type: 'untouched', paymentId: first })
    await aMinuteLater()
    expect(await take(linkId, 'other')).toEqual({ type: 'untouched', paymentId: first })
  })

  test('of a payment that was never made are named as well: a death between the two costs no use', async () => {
    const linkId = await newLink()
    await take(linkId, 'nevermade')
    await aMinuteLater()
    expect(await take(linkId, 'other')).toEqual({ type: 'untouched', paymentId: 'nevermade' })
  })

  test('are none of a link that has expired', async () => {
    const linkId = await newLink({ uses: 'unlimited', expiresAt: '2099-01-01T00:00:00Z' })
    expect(await take(linkId, 'intime')).toEqual({ type: 'taken' })
    await execute(
      app.pool,
      `update payment_link set expires_at = now() - interval '1 second' where link_id = $1`,
      [linkId],
    )
    expect(await take(linkId, 'after')).toEqual({ type: 'over' })
  })

  test('are none of a link that is none', async () => {
    expect(await take('nobody', 'one')).toEqual({ type: 'over' })
  })
})
