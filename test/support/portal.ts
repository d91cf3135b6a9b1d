import type { Page } from 'playwright-core'
import { stepAt, totpAt } from '../../src/portal/auth/totp.ts'
import { openPage } from './browser.ts'
import { portalSession, stack } from './world.ts'

export const [owner] = stack.people
export const home = `${stack.portal}/portal`
export const desktop = { width: 1200, height: 900 }

let session: ReturnType<typeof portalSession> | undefined

/** A browser of the owner, without scripts unless somebody has to look into the page. */
export async function openPortal(
  path: string,
  options: Parameters<typeof openPage>[0] = {},
): Promise<Page> {
  const page = await openPage({ javaScriptEnabled: false, ...options })
  session ??= portalSession(owner!)
  await page.context().addCookies([{ ...(await session), url: stack.portal }])
  await page.goto(`${home}${path}`)
  return page
}

/** Somebody takes an invitation, with an authenticator app of their own, and stands before the recovery codes. */
export async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
  await page.getByLabel('A password of your choice').fill('a sentence of five words')
  await page.getByLabel('The code that the app shows now').fill(totpAt(secret, stepAt(Date.now())))
  await page.getByRole('button', { name: 'Come in' }).click()
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor()
}
