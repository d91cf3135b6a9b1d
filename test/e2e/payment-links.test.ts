import { describe, expect, test } from 'vitest'
import { visa } from '../support/cards.ts'
import { csrfIn, followPaymentLink, openHostedPage } from '../support/hosted-page.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { succeeded } from '../support/merchant.ts'
import { behind, shop } from '../support/world.ts'

const NO_FUNDS = visa(121)
const GOOD = visa(100)

const make = async (given: object = {}): Promise<Json> => {
  const ticket = { amount: 25, currency: 'PLN', description: 'A ticket' }
  const { status, body } = await shop.call('POST', '/links', { ...ticket, ...given })
  expect(status).toBe(201)
  return body
}
const read = async (linkId: string): Promise<Json> =>
  succeeded(await shop.call('GET', `/links/${linkId}`))
const paymentsOf = async (linkId: string): Promise<Json[]> =>
  succeeded(await shop.call('GET', `/payments?linkId=${linkId}`)).payments
const look = (url: string) => send(url)

describe.concurrent('a payment link', () => {
  test('shows who is paid and for what, costs nothing to look at, and becomes a payment', async () => {
    const link = await make()
    for (let visit = 0; visit < 3; visit++) {
      const shown = await look(link.url)
      expect(shown.status).toBe(200)
      expect(shown.text).toMatch(/25,00/)
      expect(shown.text).toContain('A ticket')
    }
    expect(await read(link.linkId)).toMatchObject({ status: 'ACTIVE', open: 0 })

    const page = await followPaymentLink(link.url)
    expect(page).toHaveProperty('paymentId')
    expect(await read(link.linkId)).toMatchObject({ open: 1, paid: 0 })
    await page.payByCard(GOOD)
    await shop.reaches(page.paymentId, 'COMPLETED')
    expect(await shop.read(page.paymentId)).toMatchObject({
      linkId: link.linkId,
      channel: 'PAYWALL',
      order: { amount: 25, currency: 'PLN', description: 'A ticket' },
    })
    expect(await read(link.linkId)).toMatchObject({ status: 'USED_UP', paid: 1, open: 0 })
    expect((await paymentsOf(link.linkId)).map(({ paymentId }) => paymentId)).toEqual([
      page.paymentId,
    ])
    const notes = await behind.receives(page.paymentId, (all) => all.length === 2)
    expect(notes.map(({ body }) => body.linkId)).toEqual([link.linkId, link.linkId])

    const after = await look(link.url)
    expect(after.status).toBe(410)
    expect(after.text).toMatch(/nie można już zapłacić/)
  })

  test('of one use is paid once, however many go on at the same moment', async () => {
    const link = await make()
    const visitors = await Promise.all(
      Array.from({ length: 8 }, () => followPaymentLink(link.url, { mayFail: true })),
    )
    const paying = visitors.filter((one) => 'paymentId' in one)
    expect(paying).toHaveLength(1)
    expect(visitors.filter((one) => 'status' in one && one.status === 409)).toHaveLength(7)
    expect(await paymentsOf(link.linkId)).toHaveLength(1)
  })

  test('sent twice by one form is one payment', async () => {
    const link = await make({ uses: 5 })
    const visit = /name="visit" value="(\w+)"/.exec((await look(link.url)).text)?.[1] ?? ''
    const body = new URLSearchParams({ visit, email: 'anna@example.com' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all(
      [0, 1, 2].map(() => send(link.url, { method: 'POST', body, headers })),
    )
    expect(new Set(answers.map((one) => one.headers.get('location'))).size).toBe(1)
    expect(await paymentsOf(link.linkId)).toHaveLength(1)
  })

  test('gives a use back when its payment has ended unpaid, and the payer may not have it twice', async () => {
    const link = await make()
    const first = await followPaymentLink(link.url)
    await first.payByCard(NO_FUNDS)
    await shop.reaches(first.paymentId, 'REJECTED')
    expect(await read(link.linkId)).toMatchObject({ status: 'ACTIVE', open: 0 })

    const second = await followPaymentLink(link.url)
    const failed = await first.show()
    expect(failed.text).not.toContain('data-form="CARD"')
    const retried = await shop.call('POST', `/payment/${first.paymentId}/retry`)
    expect(retried.body).toMatchObject({ code: 'link_used', status: 409 })
    await second.payByCard(GOOD)
    await shop.reaches(second.paymentId, 'COMPLETED')
    expect(await read(link.linkId)).toMatchObject({ status: 'USED_UP', paid: 1 })
  })

  test('lets the payer of a declined card try again on the page, under the same use', async () => {
    const link = await make()
    const page = await followPaymentLink(link.url)
    const first = page.paymentId
    await page.payByCard(NO_FUNDS)
    await shop.reaches(first, 'REJECTED')
    await page.payByCard(GOOD)
    expect(page.paymentId).not.toBe(first)
    await shop.reaches(page.paymentId, 'COMPLETED')
    expect(await shop.read(page.paymentId)).toMatchObject({ linkId: link.linkId })
    expect(await read(link.linkId)).toMatchObject({ status: 'USED_UP', paid: 1, open: 0 })
  })

  test('goes to the same browser again at once: its untouched payment is cancelled', async () => {
    const link = await make()
    const page = await followPaymentLink(link.url)
    const again = await followPaymentLink(link.url, { cookie: `tollgate_use=${page.paymentId}` })
    expect(again.paymentId).not.toBe(page.paymentId)
    await shop.reaches(page.paymentId, 'CANCELLED')
    expect(await read(link.linkId)).toMatchObject({ open: 1, paid: 0 })
  })

  test('of an open amount takes what the payer chooses, within its bounds', async () => {
    const link = await make({ amount: undefined, minAmount: 5, maxAmount: 100, collect: ['name'] })
    const visit = { amount: '4,99', name: 'Anna Nowak' }
    const refused = await followPaymentLink(link.url, { mayFail: true, fields: visit })
    expect(refused).toMatchObject({ status: 422 })
    const page = await followPaymentLink(link.url, { fields: { ...visit, amount: '12,50' } })
    expect(await shop.read(page.paymentId)).toMatchObject({ order: { amount: 12.5 } })
  })

  test('that was ended takes nobody more, and what has begun may end', async () => {
    const link = await make({ uses: 'unlimited' })
    const page = await followPaymentLink(link.url)
    await shop.call('PATCH', `/links/${link.linkId}`, { status: 'ENDED' })
    expect((await look(link.url)).status).toBe(410)
    expect(await followPaymentLink(link.url, { mayFail: true })).toMatchObject({ status: 410 })
    await page.payByCard(GOOD)
    await shop.reaches(page.paymentId, 'COMPLETED')
  })

  test('of nobody is not found, and a page link is none', async () => {
    const { origin } = new URL((await make()).url)
    expect((await look(`${origin}/pay/l/${'q'.repeat(32)}`)).status).toBe(404)
    expect((await look(`${origin}/pay/l/4111111111111111`)).text).not.toContain('41111111')
    const { redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    expect(csrfIn((await (await openHostedPage(redirectURL)).show()).text)).not.toBe('')
  })
})
