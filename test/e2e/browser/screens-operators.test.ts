import { test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { inspectScreen } from '../../support/inspect-screen.ts'
import { signInOperator } from '../../support/operators.ts'
import { shop, stack } from '../../support/world.ts'

test('every page for operators is fit for everybody, on a phone and on a desk', async () => {
  const { paymentId } = await shop.completed()
  const page = await openPage({ viewport: { width: 1280, height: 900 } })
  await signInOperator(page, 'jan')
  const screens = {
    overview: '/',
    payments: '/payments?status=COMPLETED',
    found: '/payments?q=1000',
    payment: `/payments/${paymentId}`,
    action: `/payments/${paymentId}/do/refund`,
    approvals: '/approvals',
    settlement: '/settlement',
    notifications: `/notifications?payment=${paymentId}`,
    deliveries: `/notifications/${paymentId}`,
    figures: '/figures?range=1h',
  }
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(`${stack.operator}${path}`)
    await inspectScreen(page, `operator-${name}`)
  }
})
