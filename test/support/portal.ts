import type { Page } from 'playwright-core'
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
