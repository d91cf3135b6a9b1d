import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import { answerChallenge, arrive, goToBank, heading, payByCard } from '../../support/checkout.ts'
import { succeeded } from '../../support/merchant.ts'
import type { Merchant } from '../../support/merchant.ts'
import { acceptInvitation, home } from '../../support/portal.ts'
import { openPage } from '../../support/browser.ts'
import { inviteOwner, openMerchant, stack } from '../../support/world.ts'

const NAME = 'shop.localhost'
let merchant: Merchant

beforeAll(async () => {
  merchant = await openMerchant({ pageHost: NAME })
})

test('the portal says which name the page has, and gives it up', async () => {
  const other = await openMerchant({ pageHost: 'other.localhost' })
  const asked = async (name: string) =>
    (await fetch(`${stack.api}/pay/names?domain=${name}`)).status
  expect(await asked('other.localhost')).toBe(204)
  const page = await openPage({ javaScriptEnabled: false })
  await acceptInvitation(page, await inviteOwner(other.merchantId, 'anna'))
  await page.goto(`${home}/looks`)
  await page.getByText('other.localhost').waitFor()
  await page.getByRole('button', { name: 'Give up this name' }).click()
  await page.getByText(`tollgate=${other.merchantId}`).waitFor()
  expect(succeeded(await other.call('GET', '/account')).pageHost).toBeUndefined()
  expect(await asked('other.localhost')).toBe(404)
})

const isOnIt = (page: Page) => expect(new URL(page.url()).hostname).toBe(NAME)

test('a page on a name of the merchant’s own is paid on, through a challenge in its frame', async () => {
  const { page, payment } = await arrive({}, {}, merchant)
  isOnIt(page)
  await payByCard(page, visa(102))
  await answerChallenge(page)
  await heading(page, 'Payment successful')
  isOnIt(page)
  expect(await merchant.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
})

test('whoever was at their bank comes back to it', async () => {
  const { page } = await arrive({}, {}, merchant)
  await goToBank(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await heading(page, 'Payment successful')
  isOnIt(page)
})

test('the issuer looks at the browser before it, and reports there', async () => {
  const { page } = await arrive({}, {}, merchant)
  await payByCard(page, visa(110))
  await heading(page, 'Payment successful')
  isOnIt(page)
})
