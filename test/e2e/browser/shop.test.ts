import { expect, test } from 'vitest'
import { openPage, picture } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arriveToStore,
  heading,
  payByCard,
  typeCard,
} from '../../support/checkout.ts'
import { shop, stack } from '../../support/world.ts'

test('somebody who has read nothing buys with a challenge and sees the notification', async () => {
  const page = await openPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(stack.sandbox)
  await page.getByRole('link', { name: 'Open the demo shop' }).click()
  await page.getByRole('button', { name: 'Buy' }).first().click()
  await page.waitForURL(/\/pay\/p\//)
  await payByCard(page, visa(102))
  await answerChallenge(page)
  await heading(page, 'Payment successful')
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.waitForURL(/\/shop\/orders\//)
  await expect.poll(() => page.locator('text=valid ✓').count(), { timeout: 20_000 }).toBe(2)
  await picture(page, 'shop-order')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('REFUND', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Refund' }).waitFor({ state: 'detached' })
})

test('a hold is captured in the shop', async () => {
  const page = await openPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(`${stack.sandbox}/shop`)
  const good = page.locator('.card').nth(1)
  await good.getByLabel('Payment method').selectOption('CARD')
  await good.getByLabel(/Reserve only/).check()
  await good.getByRole('button', { name: 'Buy' }).click()
  await payByCard(page, visa(100))
  await heading(page, 'Payment successful')
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  await page.getByRole('button', { name: 'Refund' }).waitFor()
})

test('a card is stored on our page', async () => {
  const { page, tokenization } = await arriveToStore()
  await heading(page, 'Your card')
  await typeCard(page, visa(102))
  await page.getByRole('button', { name: 'Save card' }).click()
  await answerChallenge(page)
  await heading(page, 'Card saved')
  const { body: stored } = await shop.call('GET', `/tokenizer/${tokenization.tokenizerId}`)
  expect(stored).toMatchObject({ status: 'COMPLETED', token: { cardMask: '400000******1026' } })
})

test('the reference is served offline, and its client makes a call', async () => {
  const page = await openPage({ viewport: { width: 1200, height: 900 } })
  const outside: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.api) && !request.url().startsWith('data:'))
      outside.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(`${stack.api}/docs`)
  await page.locator('#operations-Service-getHealthLive').click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.locator('.live-responses-table .response').first().waitFor()
  await picture(page, 'reference')
  expect(
    await page.locator('.live-responses-table .response .response-col_status').first().innerText(),
  ).toMatch(/200/)
  expect(outside).toEqual([])
  expect(problems).toEqual([])
})
