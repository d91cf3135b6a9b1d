import { describe, expect, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { inspectScreen } from '../../support/inspect-screen.ts'
import { desktop, home, openPortal } from '../../support/portal.ts'
import { behind, shop } from '../../support/world.ts'

describe('no finding of axe, nothing cut off, in light and dark:', () => {
  const pages = [
    '',
    '/payments',
    '/search?q=1000',
    '/links',
    '/disputes',
    '/events',
    '/settlements',
    '/webhooks',
    '/keys',
    '/looks',
    '/settings',
  ]

  test.each([...pages, '/people', '/sessions', '/sandbox'])('portal%s', async (path) => {
    const page = await openPortal(`${path}${path.includes('?') ? '&' : '?'}lang=pl`, {
      javaScriptEnabled: true,
      viewport: desktop,
    })
    expect(await page.locator('html').getAttribute('lang')).toBe('pl-PL')
    await inspectScreen(page, `pl-portal${path.replace(/\W+/g, '-')}`)
  })

  test('a payment, its confirmation and an event', async () => {
    const { paymentId } = await shop.completed()
    const page = await openPortal(`/payments/${paymentId}`, { javaScriptEnabled: true })
    await page.getByRole('img', { name: 'The payment as a line of time' }).waitFor()
    await inspectScreen(page, 'portal-payment')
    await page.goto(`${home}/payments/${paymentId}?lang=pl`)
    await inspectScreen(page, 'pl-portal-payment')
    await page.goto(`${home}/payments?lang=en`)
    await page.goto(`${home}/payments?status=COMPLETED&method=CARD`)
    await inspectScreen(page, 'portal-filtered')
    await page.goto(`${home}/payments/${paymentId}/refund?check=1&amount=1`)
    await inspectScreen(page, 'portal-confirmation')
    await page.goto(`${home}/events/${paymentId}_1`)
    await inspectScreen(page, 'portal-event')
    const { body } = await shop.call('POST', '/links', {
      description: 'A ticket',
      amount: 25,
      currency: 'PLN',
    })
    await page.goto(`${home}/links/${String(body.linkId)}`)
    await inspectScreen(page, 'portal-link')
  })

  test('a webhook, with what both sides said', async () => {
    const url = `${behind.receiver}/seen`
    const { body } = await shop.call('POST', '/webhooks', { url, types: ['payment.error'] })
    const place = `/webhooks/${String(body.webhookId)}`
    await shop.call('POST', `${place}/test`, {})
    await expect
      .poll(async () => (await shop.call('GET', place)).body.attempts, { timeout: 150_000 })
      .toHaveLength(1)
    const page = await openPortal(place, { javaScriptEnabled: true, viewport: desktop })
    await page.locator('section details > summary').click()
    await page.locator('section details code').waitFor()
    await inspectScreen(page, 'portal-webhook')
    await shop.call('DELETE', place)
  })

  test('the question before somebody is disabled', async () => {
    const page = await openPortal('/people', { javaScriptEnabled: true })
    await page.getByRole('link', { name: 'Disable' }).first().click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    await inspectScreen(page, 'portal-question')
  })

  test('the sign-in and an invitation that is gone', async () => {
    const page = await openPage()
    for (const path of ['/sign-in', '/join/gone']) {
      await page.goto(`${home}${path}`)
      await inspectScreen(page, `portal${path.replaceAll('/', '-')}`)
    }
  })
})
