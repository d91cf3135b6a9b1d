import { describe, test } from 'vitest'
import { prosePages } from '../../../src/reference/pages.ts'
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
    for (const [at, { path }] of prosePages.entries()) {
      await page.goto(stack.api + path)
      // Prose has one style sheet, and contrast is slow to reckon on long pages.
      const name = path.replace('/docs/', '').replace('guides/', 'guide-')
      await inspectScreen(page, name, { newColours: at === 0 })
    }
  })
})
