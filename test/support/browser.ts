import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { withPictures } from './run-options.ts'

/** A slow machine needs it; a quick one never waits that long. */
const PATIENCE_MS = 60_000
const artifacts = fileURLToPath(new URL('../artifacts/', import.meta.url))

let shared: Promise<Browser> | undefined

const openBrowser = (): Promise<Browser> => (shared ??= chromium.connect(inject('browser')))

/** A device of its own, as a phone unless told otherwise; put away when the test is over. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    locale: 'en-GB',
    // A wheel that turns is drawn sixty times a second, by a machine that has other things to do.
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    ...options,
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(PATIENCE_MS)
  // The way back leads to a shop that does not exist: the page stays where it is.
  await context.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }))
  return context.newPage()
}

const ofReadme = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** Keeps a part of a page for the README, loaded in either theme, when pictures were asked for. */
export async function readmePicture(
  page: Page,
  name: string,
  findPart: () => Promise<{ x: number; y: number; width: number; height: number }>,
): Promise<void> {
  for (const colorScheme of withPictures ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    const clip = await findPart()
    await page.screenshot({ path: join(ofReadme, `${name}-${colorScheme}.png`), clip })
  }
}

/** Keeps what the page looks like now among the artifacts of the run, when that was asked for. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!withPictures) return
  mkdirSync(artifacts, { recursive: true })
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true })
}
