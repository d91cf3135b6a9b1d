import { expect, test } from 'vitest'
import { openPage, picture, readmePicture } from '../../support/browser.ts'
import { signInOperator } from '../../support/operators.ts'
import { shop, stack } from '../../support/world.ts'

test('in the Temporal UI an operator who is signed in reads payloads, and can change nothing', async () => {
  const { paymentId } = await shop.completed()
  const workflow = encodeURIComponent(`pay/${paymentId}`)
  const history = `${stack.temporalUi}/namespaces/${stack.namespace}/workflows/${workflow}`
  const page = await openPage({ viewport: { width: 1400, height: 1000 } })
  const decoding = () => page.waitForResponse((answer) => answer.url().includes('/codec/decode'))
  const [refused] = await Promise.all([decoding(), page.goto(history)])
  expect(refused.status()).toBe(401)
  // As the first text after a start sends newcomers there.
  await page.goto(`${stack.operator}/temporal`)
  await page.getByLabel('Personal token').fill(stack.operatorToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${stack.temporalUi}/namespaces/${stack.namespace}/workflows?**`)
  const [decoded] = await Promise.all([decoding(), page.goto(history)])
  expect(decoded.status()).toBe(200)
  await page.getByText(paymentId).first().waitFor()
  await page
    .getByText(/merchantId/)
    .first()
    .waitFor()
  await picture(page, 'temporal-payment')
  await readmePicture(page, 'timeline', async () => {
    await page
      .getByText(/authorize PLN/)
      .first()
      .waitFor()
    const title = await page.getByRole('heading', { name: 'Timeline' }).boundingBox()
    return { x: 256, y: (title?.y ?? 0) - 12, width: 1144, height: 330 }
  })
  const actions = await page.getByRole('button', { name: /terminate|request cancel/i }).all()
  for (const action of actions) expect(await action.isDisabled()).toBe(true)
  const sent = await page.evaluate(
    async (address) => (await fetch(address, { method: 'POST', body: '{}' })).status,
    `${stack.temporalUi}/api/v1/namespaces/${stack.namespace}/workflows/${workflow}/terminate`,
  )
  expect(sent).toBe(403)
})

test('the Temporal UI of a local stack begins with amounts, statuses and our views', async () => {
  const { paymentId } = await shop.completed()
  const page = await openPage({ viewport: { width: 1600, height: 1000 } })
  const query = encodeURIComponent(`WorkflowId = 'pay/${paymentId}'`)
  await page.goto(`${stack.temporalUi}/namespaces/${stack.namespace}/workflows?query=${query}`)
  for (const column of ['PaymentStatus', 'AmountMinor', 'MerchantId'])
    await page.getByRole('columnheader', { name: column }).waitFor()
  await page.getByText('9999').first().waitFor()
  await page.getByTestId('saved-views-button').click()
  await page.getByText('Rejected by the issuer').first().waitFor()
  await picture(page, 'temporal-ui')
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

const desktop = { viewport: { width: 1280, height: 900 } }

test('without scripts, one operator finds a payment and asks for a refund, and another agrees', async () => {
  const { paymentId } = await shop.completed()
  const anna = await openPage({ ...desktop, javaScriptEnabled: false })
  await signInOperator(anna, 'anna')
  await anna.getByRole('searchbox', { name: 'Find a payment' }).fill(paymentId.slice(0, 20))
  await anna.keyboard.press('Enter')
  await anna.waitForURL(`${stack.operator}/payments/${paymentId}`)
  for (const [action, outcome] of [
    ['Hold', 'hold accepted, now paid'],
    ['Resume', 'resume accepted, now paid'],
    ['Refund', 'waits for another person'],
  ] as const) {
    await anna.getByRole('link', { name: action, exact: true }).click()
    await anna.getByLabel('Reason, for the audit').fill('case 4711')
    if (action === 'Refund') await anna.getByLabel('Amount in PLN').fill('1,50')
    await anna.getByRole('button', { name: action }).click()
    await anna.getByText(outcome).waitFor()
    await anna.getByRole('link', { name: 'Back', exact: true }).click()
  }
  const jan = await openPage({ ...desktop, javaScriptEnabled: false })
  await signInOperator(jan, 'jan')
  await jan.getByRole('link', { name: 'Approvals', exact: true }).click()
  const row = jan.getByRole('row').filter({ hasText: paymentId.slice(0, 12) })
  await row.getByText('refund PLN 1.50').waitFor()
  await row.getByRole('link', { name: 'Approve' }).click()
  await jan.getByRole('button', { name: 'Approve' }).click()
  await jan.getByText('refund accepted').waitFor()
  await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 1.5)
})
