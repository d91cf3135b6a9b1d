import { expect, test } from 'vitest'
import { openPage, picture } from '../../support/browser.ts'
import { shop, stack } from '../../support/world.ts'

test('in the Temporal UI an operator who is signed in reads payloads, and can change nothing', async () => {
  const { paymentId } = await shop.completed()
  const workflow = encodeURIComponent(`pay/${paymentId}`)
  const history = `${stack.temporalUi}/namespaces/${stack.namespace}/workflows/${workflow}`
  const page = await openPage({ viewport: { width: 1400, height: 1000 } })
  const decoding = () => page.waitForResponse((answer) => answer.url().includes('/codec/decode'))
  const [refused] = await Promise.all([decoding(), page.goto(history)])
  expect(refused.status()).toBe(401)
  await page.goto(`${stack.operator}/sign-in`)
  await page.getByLabel('Personal token').fill(stack.operatorToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${stack.operator}/`)
  const [decoded] = await Promise.all([decoding(), page.goto(history)])
  expect(decoded.status()).toBe(200)
  await page.getByText(paymentId).first().waitFor()
  await page
    .getByText(/merchantId/)
    .first()
    .waitFor()
  const actions = await page.getByRole('button', { name: /terminate|request cancel/i }).all()
  for (const action of actions) expect(await action.isDisabled()).toBe(true)
  const sent = await page.evaluate(
    async (address) => (await fetch(address, { method: 'POST', body: '{}' })).status,
    `${stack.temporalUi}/api/v1/namespaces/${stack.namespace}/workflows/${workflow}/terminate`,
  )
  expect(sent).toBe(403)
})

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
