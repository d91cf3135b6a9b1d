import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'
import type { IssuerReasonCode } from '../../src/domain/reasons/reason.ts'
import { CARD, startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { visa } from '../support/cards.ts'
import { csrfIn, openHostedPage } from '../support/hosted-page.ts'
import type { HostedPage } from '../support/hosted-page.ts'

const OTHER_CARD = visa(101)

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, {}, { page: true })
})
afterAll(() => app.close())
beforeEach(() => {
  app.world.usually()
})

const arrive = async (changes: Record<string, unknown> = {}) => {
  const { paymentId, redirectURL } = await app.page(changes)
  const link = app.url + new URL(redirectURL).pathname
  return { paymentId, page: await openHostedPage(link) }
}

const decline = async (page: HostedPage, rejectCode: IssuerReasonCode = 'INSUFFICIENT_FUNDS') => {
  app.world.answerWith({ authorize: { type: 'declined', rejectCode } })
  const answer = await page.payByCard(CARD)
  app.world.usually()
  return answer
}

const statusOf = (id: string): string => statusOfPhase[app.world.payment(id).phase]
const offersForms = (html: string): boolean => html.includes('data-form="CARD"')
const childOf = (id: string): Payment => app.world.payment(app.services.ids.keyed('retry', id))

const settle = async (settings: Partial<MerchantSettings>): Promise<void> => {
  const { merchants } = app.services
  const shop = await merchants.find(SHOP.merchantId)
  await merchants.save({ ...shop!, settings: { ...shop!.settings, ...settings } })
}

describe('a payer whose card was declined', () => {
  test('reads why, and pays with another card: a new payment of the same order', async () => {
    const { page, paymentId } = await arrive()
    await decline(page)
    expect(page.paymentId).toBe(paymentId)
    const { text } = await page.show()
    expect(text).toMatch(/Na koncie jest za mało środków\..*Nic nie pobrano\./)
    expect(offersForms(text)).toBe(true)

    expect((await page.payByCard(OTHER_CARD)).status).toBe(303)
    expect(page.paymentId).not.toBe(paymentId)
    const [first, second] = [app.world.payment(paymentId), app.world.payment(page.paymentId)]
    expect(second).toMatchObject({ parentId: paymentId, attempt: 2, order: first.order })
    expect(second.validUntil).toBe(first.validUntil)
    expect([statusOf(first.id), statusOf(second.id)]).toEqual(['REJECTED', 'COMPLETED'])
    const { text: result } = await page.show()
    expect(result).toContain(`paymentId=${second.id}`)
  })

  test('asks Click to Pay for the payment that its answer begins, not for the one that failed', async () => {
    const { page, paymentId } = await arrive()
    const asked = async () => {
      const { text } = await page.show(`${page.url}/wallet/c2p`)
      return /srciTransactionId&quot;:&quot;(\w+)/.exec(text)?.[1]
    }
    expect(await asked()).toBe(paymentId)
    await decline(page)
    expect(await asked()).toBe(app.services.ids.keyed('retry', paymentId))
  })

  test('is led to the latest try from every page of the ones before', async () => {
    const { page, paymentId } = await arrive()
    const first = page.url
    await decline(page)
    await decline(page)
    await page.payByCard(OTHER_CARD)
    const { status, headers } = await page.show(first)
    expect([status, headers.get('location')]).toEqual([303, new URL(page.url).pathname])
    expect(childOf(childOf(paymentId).id).attempt).toBe(3)
  })

  test('who mistypes the next card reads that, and has lost no try', async () => {
    const { page, paymentId } = await arrive()
    await decline(page)
    const answer = await page.post('instrument', {
      form: 'CARD',
      instrumentNo: '4000000000001001',
      expiry: '12/30',
      cvv: '123',
    })
    expect(answer.status).toBe(422)
    expect(page.paymentId).toBe(paymentId)
    await page.payByCard(OTHER_CARD)
    expect(statusOf(page.paymentId)).toBe('COMPLETED')
    expect(app.world.payment(page.paymentId).attempt).toBe(2)
  })

  test('sees what happened on a try that was begun but got no card', async () => {
    const { page, paymentId } = await arrive()
    await decline(page)
    await app.at('POST', `${paymentId}/retry`)
    const { text } = await page.show()
    // The merchant has made that one: its link goes to whom the merchant sends it.
    expect(offersForms(text)).toBe(false)
    expect(text).toContain('Możesz zacząć od nowa w sklepie.')
  })
})

describe('two browsers with the same link', () => {
  const arriveTwice = async () => {
    const { paymentId, redirectURL } = await app.page()
    const link = app.url + new URL(redirectURL).pathname
    const [one, other] = [await openHostedPage(link), await openHostedPage(link)]
    return { paymentId, one, other }
  }

  test('that pay the second chance with a card each charge one of them, once', async () => {
    const { paymentId, one, other } = await arriveTwice()
    await decline(one)
    expect(offersForms((await other.show()).text)).toBe(true)
    await Promise.all([one.payByCard(OTHER_CARD), other.payByCard(visa(100))])
    const child = childOf(paymentId)
    expect([child.authorizations, statusOf(child.id)]).toEqual([1, 'COMPLETED'])
    expect(statusOf(paymentId)).toBe('REJECTED')
    expect((await other.show(`${app.url}/pay/p/${paymentId}`)).headers.get('location')).toBe(
      `/pay/p/${child.id}`,
    )
  })

  test('charge nothing more while the try of the other one waits for its answer', async () => {
    const { paymentId, one, other } = await arriveTwice()
    await decline(one)
    const csrf = csrfIn((await other.show()).text)
    app.world.answerWith({ authorize: undefined })
    await one.payByCard(OTHER_CARD)
    const card = { csrf, form: 'CARD', instrumentNo: visa(100), expiry: '12/30', cvv: '123' }
    const late = await other.sendForm(`${app.url}/pay/p/${paymentId}/instrument`, card)
    const child = childOf(paymentId)
    expect([late.status, child.authorizations, statusOf(child.id)]).toEqual([303, 1, 'PENDING'])
    expect(app.world.payment(paymentId).authorizations).toBe(1)
  })

  test('at two generations of tries pay the newest one, or nothing', async () => {
    const { paymentId, one, other } = await arriveTwice()
    await decline(one)
    const stale = csrfIn((await other.show()).text)
    await decline(one)
    const second = childOf(paymentId)
    const card = { form: 'CARD', instrumentNo: visa(100), expiry: '12/30', cvv: '123' }
    const atFirst = `${app.url}/pay/p/${paymentId}/instrument`
    await Promise.all([
      one.payByCard(OTHER_CARD),
      other.sendForm(atFirst, { csrf: stale, ...card }),
    ])
    const third = childOf(second.id)
    expect([second, third].map(({ authorizations }) => authorizations)).toEqual([1, 1])
    expect([statusOf(second.id), statusOf(third.id)]).toEqual(['REJECTED', 'COMPLETED'])
  })
})

describe('two tabs and two clicks', () => {
  test('make one new payment, which is charged once', async () => {
    const { page, paymentId } = await arrive()
    await decline(page)
    const at = page.url
    const csrf = csrfIn((await page.show()).text)
    const card = { csrf, form: 'CARD', instrumentNo: OTHER_CARD, expiry: '12/30', cvv: '123' }
    const answers = await Promise.all(
      [0, 1, 2, 3].map(() => page.sendForm(`${at}/instrument`, card)),
    )
    const child = childOf(paymentId)
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(303))
    // Who came last was late: the page of the first try leads on.
    expect((await page.show(at)).headers.get('location')).toBe(`/pay/p/${child.id}`)
    expect(child.authorizations).toBe(1)
    expect(statusOf(child.id)).toBe('COMPLETED')
  })

  test('a tab that still shows the first failure charges nothing after the second try', async () => {
    const { page, paymentId } = await arrive()
    await decline(page)
    const stale = page.url
    const csrf = csrfIn((await page.show()).text)
    await decline(page)
    const card = { csrf, form: 'CARD', instrumentNo: OTHER_CARD, expiry: '12/30', cvv: '123' }
    const { headers } = await page.sendForm(`${stale}/instrument`, card)
    const child = childOf(paymentId)
    expect(headers.get('location')).toBe(`/pay/p/${child.id}`)
    expect(statusOf(child.id)).toBe('REJECTED')
    expect(child.authorizations).toBe(1)
  })
})

describe('no further try', () => {
  test.each(['SUSPECTED_FRAUD', 'CARD_BLOCKED', 'SECURITY', 'LEGAL'] as const)(
    'after %s',
    async (code) => {
      const { page, paymentId } = await arrive()
      await decline(page, code)
      expect(offersForms((await page.show()).text)).toBe(false)
      const csrf = app.services.ids.keyed('csrf', paymentId, app.world.payment(paymentId).linkId!)
      await page.sendForm(`${page.url}/instrument`, {
        csrf,
        form: 'CARD',
        instrumentNo: OTHER_CARD,
        expiry: '12/30',
        cvv: '123',
      })
      expect(childOf(paymentId)).toBeUndefined()
    },
  )

  test('after the fifth, and after the first where the merchant wants it so', async () => {
    const { page } = await arrive()
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await decline(page)
      expect(offersForms((await page.show()).text), `after ${attempt}`).toBe(true)
    }
    await decline(page)
    expect(app.world.payment(page.paymentId).attempt).toBe(5)
    expect(offersForms((await page.show()).text)).toBe(false)

    await settle({ pageAttempts: 1 })
    const other = await arrive()
    await decline(other.page)
    expect(offersForms((await other.page.show()).text)).toBe(false)
    await settle({ pageAttempts: 5 })
  })

  test('when the time of the first is over, however often it was tried', async () => {
    const { page, paymentId } = await arrive({ options: { validTime: 600 } })
    await decline(page)
    const { status } = await app.call('POST', `/sandbox/${paymentId}/advance`, {
      token: app.bearer,
      body: { seconds: 601 },
    })
    expect(status).toBe(200)
    expect(offersForms((await page.show()).text)).toBe(false)
  })

  test('of an order that was paid meanwhile', async () => {
    const order = { extOrderId: 'paid-in-another-way' }
    const { page } = await arrive({ order })
    await decline(page)
    const other = await arrive({ order })
    await other.page.payByCard(CARD)
    expect(offersForms((await page.show()).text)).toBe(false)
  })
})

test('a try of the merchant ends those of the page: two are never open', async () => {
  const { page, paymentId } = await arrive()
  await decline(page)
  await decline(page)
  const child = page.paymentId
  expect(offersForms((await page.show()).text)).toBe(true)
  const { body } = await app.at('POST', `${paymentId}/retry`)
  expect([paymentId, child]).not.toContain(body.paymentId)
  expect(offersForms((await page.show()).text)).toBe(false)
})

test('a try that the merchant restored is for whom the merchant sends the link', async () => {
  const { page, paymentId } = await arrive()
  await decline(page)
  const first = page.url
  const csrf = csrfIn((await page.show()).text)
  // A try without a card: a bank that is none.
  await page.sendForm(`${first}/instrument`, { csrf, form: 'PBL', bankId: '99' })
  const child = childOf(paymentId)
  expect(statusOf(child.id)).toBe('NEW')
  expect((await page.show(first)).headers.get('location')).toBe(`/pay/p/${child.id}`)
  expect((await app.at('POST', `${child.id}/restore`)).status).toBe(200)
  const { status, text } = await page.show(first)
  expect([status, offersForms(text)]).toEqual([200, false])
})
