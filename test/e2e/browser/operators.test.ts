import { expect, test } from 'vitest'
import { openPage, picture } from '../../support/browser.ts'
import { shop, stack } from '../../support/world.ts'

test('an operator signs in with the personal token, looks at a payment and signs out', async () => {
  const { paymentId } = await shop.completed()
  const page = await openPage()
  await page.goto(`${stack.operator}/payments/${paymentId}`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await picture(page, 'operator-sign-in')
  await page.getByLabel('Personal token').fill('tgo_wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Personal token').fill(stack.operatorToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${stack.operator}/payments/${paymentId}`)
  await page.goto(`${stack.operator}/payments/${paymentId}`)
  expect(await page.content()).toContain(paymentId)
  await page.goto(`${stack.operator}/`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`${stack.operator}/`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
