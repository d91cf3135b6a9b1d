import { expect, test } from 'vitest'
import { stepAt, totpAt } from '../../../src/portal/auth/totp.ts'
import { randomId } from '../../../src/vault/random-id.ts'
import { openPage } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import { disputed, reaches } from '../../support/disputes.ts'
import { arrive, heading, payByCard } from '../../support/checkout.ts'
import { inspectScreen } from '../../support/inspect-screen.ts'
import { pngOf } from '../../support/sample-pictures.ts'
import { acceptInvitation, desktop, home, openPortal, owner } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { behind, inviteOwner, openMerchant, shop } from '../../support/world.ts'

test('somebody signs in with password and one-time code, and signs out', async () => {
  const page = await openPage({ javaScriptEnabled: false })
  await page.goto(`${home}/payments`)
  await page.getByLabel('Merchant number').fill(owner!.merchantId)
  await page.getByLabel('Name').fill(owner!.name)
  await page.getByLabel('Password').fill('not the password')
  await page.getByLabel('One-time code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(owner!.password)
  await page.getByLabel('One-time code').fill(totpAt(owner!.totpSecret, stepAt(Date.now())))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto(home)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a refund is confirmed once, reaches the acquirer, and shows on the payment without a reload', async () => {
  const { paymentId } = await shop.completed()
  const page = await openPortal(`/payments/${paymentId}`, { javaScriptEnabled: true })
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  await page.getByLabel('Amount').fill('1,00')
  await page.getByLabel('Description').fill('a scratch')
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
  // What the page asks for by itself is lost at first.
  let asked = 0
  await page.route(`**/payments/${paymentId}*`, (route) => {
    const isOwn = route.request().headers()['x-follows'] !== undefined
    asked += isOwn ? 1 : 0
    return isOwn && asked === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Yes, do it' }).dblclick()
  await page.getByText('Accepted. What comes of it is shown below.').waitFor()
  await page.getByRole('link', { name: 'refund.completed' }).waitFor()
  const { body } = await shop.call('GET', `/payment/${paymentId}/refunds`)
  expect(body).toEqual([
    expect.objectContaining({ amount: 1, status: 'COMPLETED', description: 'a scratch' }),
  ])
})

const proofOfDelivery = {
  name: 'delivery.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 signed for on 3 March'),
}

test('one dispute is answered and won, another is lost, and each says what became of its money', async () => {
  const answered = async (words: string, end: 'Won' | 'Lost', money: string) => {
    const { disputeId } = await disputed(shop)
    const page = await openPortal(`/disputes/${disputeId}`, { javaScriptEnabled: true })
    if (end === 'Won') await inspectScreen(page, 'portal-dispute')
    await page.getByLabel('What it shows').first().selectOption('receipt')
    await page.getByLabel('In your own words').fill(words)
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByLabel('What it shows').last().selectOption('shipping_proof')
    await page.getByLabel('File', { exact: true }).setInputFiles(proofOfDelivery)
    await page.getByRole('button', { name: 'Keep the file' }).click()
    await page.getByText('shipping_proof.pdf').waitFor()
    await page.getByRole('link', { name: 'Send the answer' }).click()
    await page.getByText(words).waitFor()
    await page.getByRole('button', { name: 'Yes, do it' }).click()
    await reaches(shop, disputeId, end.toUpperCase())
    await page.goto(`${home}/disputes/${disputeId}`)
    await page.getByText(end, { exact: true }).waitFor()
    await page.getByText(money).waitFor()
  }
  await Promise.all([
    answered('winning_evidence', 'Won', 'Given back to you'),
    answered('losing_evidence', 'Lost', 'Taken from your balance'),
  ])
})

test('an owner invites somebody, who comes in with an authenticator app of their own', async () => {
  const page = await openPortal('/people')
  const name = `guest-${randomId().slice(0, 12)}`
  await page.getByLabel('Name to sign in with').fill(name)
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const link = await page.locator('.secret').innerText()
  const guest = await openPage({ javaScriptEnabled: false })
  await acceptInvitation(guest, link)
  expect(await guest.getByRole('listitem').count()).toBe(10)
  await guest.getByRole('link', { name: 'To the portal' }).click()
  await guest.getByText(`${name}, Support`).waitFor()
  expect(await guest.getByRole('link', { name: 'People' }).count()).toBe(0)
})

test('a payment is found by its order number and refunded: one field, and three clicks', async () => {
  const extOrderId = `order/${randomId().slice(0, 12)}`
  const { paymentId } = await shop.completed({ order: { extOrderId } })
  const page = await openPortal('')
  await page.getByRole('searchbox', { name: 'Find a payment' }).fill(extOrderId)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/payments/${String(paymentId)}`)
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('button', { name: 'Yes, do it' }).click()
  await page.getByRole('status').waitFor()
  await expect
    .poll(async () => (await shop.call('GET', `/payment/${String(paymentId)}/refunds`)).body, {
      timeout: 150_000,
    })
    .toMatchObject([{ status: 'COMPLETED' }])
})

test('a payment link is made, opened on a phone and paid; then it says so, and is over', async () => {
  const page = await openPortal('/links')
  const what = `A ticket ${randomId().slice(0, 12)}`
  await page.getByLabel('What is paid for').fill(what)
  await page.getByLabel('Amount', { exact: true }).fill('25,00')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('heading', { name: what, level: 1 }).waitFor()
  const code = page.getByRole('img', { name: 'QR code of the link' })
  await expect
    .poll(() => code.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0)
  const url = await page.locator('.secret').innerText()

  const payer = await openPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  await payer.goto(`${url}?lang=en`)
  await payer.getByText(what).waitFor()
  await inspectScreen(payer, 'payment-link')
  await payer.goto(url)
  await payer.getByLabel('E-mail').fill('anna@example.com')
  await payer.getByRole('button', { name: 'Continue to payment' }).click()
  await payByCard(payer, visa(100))
  await heading(payer, 'Payment successful')

  await page.reload()
  await page.getByText('1 / 1').waitFor()
  await page.getByRole('link', { name: 'Its payments' }).click()
  await page.getByRole('cell', { name: 'Completed' }).waitFor()
  const late = await openPage({ locale: 'en-GB' })
  expect((await late.goto(`${url}?lang=en`))?.status()).toBe(410)
  await heading(late, 'This link can no longer be paid')
  await inspectScreen(late, 'payment-link-over')
})

test('the overview draws the days that were chosen, and the keyboard leads to a payment', async () => {
  const { paymentId } = await shop.completed()
  const page = await openPortal('?period=week', { javaScriptEnabled: true, viewport: desktop })
  await page.locator('[data-chart] canvas').waitFor()
  const legend = page.locator('[data-chart] .u-legend')
  // Before anybody points at a day: the days that are drawn, and what they come to.
  const whole = await legend.innerText()
  expect(whole).toContain(' – ')
  expect(whole.match(/PLN\s[\d,.]+/g)).toHaveLength(2)
  await page.locator('[data-chart] .u-over').hover()
  await expect.poll(() => legend.innerText()).not.toBe(whole)
  await page.mouse.move(0, 0)
  await expect.poll(() => legend.innerText()).toBe(whole)
  await page.locator('summary').filter({ hasText: 'The same as a table' }).click()
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: /\d{4}-\d\d-\d\d/ })
      .count(),
  ).toBe(7)
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('with a verdict').waitFor()
  await page.goto(`${home}/payments`)
  await page.keyboard.press('j')
  expect(await page.locator('.row-link:focus').count()).toBe(1)
  await page.keyboard.press('/')
  await page.keyboard.type(paymentId)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/payments/${paymentId}`)
})

test('the preview follows the form of looks, and the secret of a key is copied by its button', async () => {
  const page = await openPortal('/looks', { javaScriptEnabled: true, viewport: desktop })
  await page.getByLabel('A sentence of yours').fill('Ask us')
  await page.getByLabel('Letters').selectOption('serif')
  const preview = page.locator('[data-preview]')
  expect(await preview.locator('[data-note]').innerText()).toBe('Ask us')
  expect(await preview.getAttribute('data-font')).toBe('serif')
  await page
    .getByLabel('A picture')
    .setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: pngOf({ width: 12, height: 8 }),
    })
  await page.getByRole('button', { name: 'Upload' }).click()
  const logo = preview.locator('img')
  const widthOf = (one: HTMLImageElement) => one.naturalWidth
  await expect.poll(() => logo.evaluate(widthOf)).toBe(12)
  const { page: payer } = await arrive()
  await expect.poll(() => payer.locator('.merchant img').evaluate(widthOf)).toBe(12)
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await logo.waitFor({ state: 'detached' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${home}/keys`)
  await page.getByLabel('What it is called').fill(`copied ${randomId().slice(0, 12)}`)
  await page.getByLabel(/Read everything/).check()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await page.locator('.secret').innerText())
})

test('a view of the list is saved and leads back to it, and what is removed is asked about', async () => {
  const page = await openPortal('/payments')
  const name = `declined ${randomId().slice(0, 12)}`
  const chip = (text: string) => page.locator('summary').filter({ hasText: text })
  await chip('Status').click()
  await page.getByLabel('Status').selectOption('REJECTED')
  await page.getByRole('button', { name: 'Show' }).click()
  await chip('Status: Rejected').waitFor()
  await chip('Save this view').click()
  await page.getByLabel('Name of this view').fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto(`${home}/payments`)
  await page.getByRole('link', { name, exact: true }).click()
  await chip('Status: Rejected').waitFor()
  await page.getByRole('link', { name: 'Remove' }).click()
  await page.getByRole('link', { name: 'No, back' }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Yes, do it' }).click()
  await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
  expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
})

test('a webhook that was down is told what it has missed as soon as a test gets through', async () => {
  const merchant = await openMerchant({}, { notified: false })
  const { body } = await merchant.call('POST', '/webhooks', { url: `${behind.receiver}/hook` })
  const { paymentId } = await merchant.create()
  await behind.program(paymentId, [{ status: 503, headers: { 'retry-after': '3600' } }])
  await merchant.call('POST', `/payment/${paymentId}/cancel`, {})
  const path = `/webhooks/${String(body.webhookId)}`
  await until(
    'a failure',
    async () => (await merchant.call('GET', path)).body,
    ({ nextAttemptAt }) => Boolean(nextAttemptAt),
  )
  const page = await openPage({ javaScriptEnabled: false })
  await acceptInvitation(page, await inviteOwner(merchant.merchantId, 'anna'))
  await page.goto(home + path)
  const next = page.getByText('Next attempt')
  await next.waitFor()
  await page.getByText('503', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('A test was sent').waitFor()
  await behind.receives(paymentId, (notes) => notes.at(-1)?.body.status === 'CANCELLED')
  const isThere = () => page.goto(home + path).then(() => next.count())
  await expect.poll(isThere, { timeout: 150_000 }).toBe(0)
})
