import { expect, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { commandLine } from '../../support/cli.ts'
import { inspectScreen } from '../../support/inspect-screen.ts'
import { signInOperator } from '../../support/operators.ts'
import { shop, stack } from '../../support/world.ts'

const run = commandLine({ TOLLGATE_HOME: stack.home })
/** As long as people write them: what stands beside it has little room. */
const reason = 'asked for in writing because the shop moved to another house'
const moved = ['--url', 'https://another-house.shop.example/with/a/long/address']
const { merchantId } = stack.merchants[0]!

test('every page for operators is fit for everybody, on a phone and on a desk', async () => {
  const { paymentId } = await shop.completed()
  for (const order of [
    ['payment', 'cancel', paymentId],
    ['merchants', 'addresses', merchantId, ...moved],
  ]) {
    expect(await run(...order, '--reason', reason, '--by', 'anna')).toMatchObject({ code: 0 })
  }
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
