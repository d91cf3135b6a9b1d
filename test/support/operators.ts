import type { Page } from 'playwright-core'
import { stack } from './world.ts'

export async function signInOperator(page: Page, name: string): Promise<void> {
  const { token } = stack.operators.find((one) => one.name === name)!
  await page.goto(`${stack.operator}/sign-in`)
  await page.getByLabel('Personal token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${stack.operator}/`)
}
