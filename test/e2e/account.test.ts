import { expect, test } from 'vitest'
import { openHostedPage } from '../support/hosted-page.ts'
import { openMerchant } from '../support/world.ts'

test('the payment page looks as its merchant has set it', async () => {
  const merchant = await openMerchant({}, { notified: false })
  const wish = { pageColour: '#7a1fa2', pageLanguage: 'en', pageMethods: ['BLIK'] }
  expect((await merchant.call('PATCH', '/account', wish)).status).toBe(200)
  const { redirectURL } = await merchant.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
  const { text: html } = await (await openHostedPage(redirectURL)).show()
  expect(html).toContain('<html lang="en')
  expect(html).toMatch(/<style nonce="[\w-]+">@media \(prefers-color-scheme: light\).*#7a1fa2/)
  expect(html).toContain('BLIK')
  expect(html).not.toContain('name="instrumentNo"')
})
