import { expect, test } from 'vitest'
import { visa } from '../support/cards.ts'
import { createLink } from '../support/checkout.ts'
import { csrfIn, openHostedPage } from '../support/hosted-page.ts'
import type { HostedPage } from '../support/hosted-page.ts'
import { behind, shop } from '../support/world.ts'

/** What a browser posts that shows the second chance, ready to be sent. */
async function ready(page: HostedPage, instrumentNo: string) {
  const csrf = csrfIn((await page.show()).text)
  const fields = { csrf, form: 'CARD', instrumentNo, expiry: '12/30', cvv: '123' }
  return () => page.sendForm(`${page.url}/instrument`, fields)
}

test('two browsers that pay a second chance with a card each charge one card, once', async () => {
  const { paymentId, redirectURL } = await createLink()
  const [first, second] = [await openHostedPage(redirectURL), await openHostedPage(redirectURL)]
  await first.payByCard(visa(121))
  await shop.reaches(paymentId, 'REJECTED')
  const posts = [await ready(first, visa(100)), await ready(second, visa(101))]
  await Promise.all(posts.map((post) => post()))

  const { extOrderId } = (await shop.read(paymentId)).order
  const { body: tries } = await shop.call('POST', '/payment/search', { extOrderId })
  expect(tries).toHaveLength(2)
  const [child = ''] = (tries as string[]).filter((id) => id !== paymentId)
  await shop.reaches(child, ['COMPLETED', 'REJECTED'])
  expect(await behind.moved(child, 'authorize')).toHaveLength(1)
  // Whoever presses again, in either browser, finds it paid.
  await Promise.all(posts.map((post) => post()))
  const again = await shop.call('POST', '/payment/search', { extOrderId })
  expect(again.body).toHaveLength(2)
  expect(await behind.moved(child, 'authorize')).toHaveLength(1)
})
