import { describe, test } from 'vitest'
import { prosePages } from '../../../src/http/reference/pages.ts'
import { openPage } from '../../support/browser.ts'
import { inspectScreen } from '../../support/inspect-screen.ts'
import { stack } from '../../support/world.ts'

describe('nothing is wrong on a wide screen with', () => {
  const wide = { viewport: { width: 1280, height: 900 } }

  test('the reference, open and closed, and every guide', async () => {
    const page = await openPage(wide)
    await page.goto(`${stack.api}/docs`)
    await inspectScreen(page, 'reference')
    await page.locator('main a', { hasText: '/payment/{paymentId}/capture' }).click()
    await page.getByRole('heading', { name: 'Refusals' }).waitFor()
    await inspectScreen(page, 'reference-open')
    for (const { path } of prosePages) {
      await page.goto(stack.api + path)
      await inspectScreen(page, path.replace('/docs/', '').replace('guides/', 'guide-'))
    }
  })
})
