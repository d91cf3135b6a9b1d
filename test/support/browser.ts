import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const INSTALL_MS = 300_000
const artifacts = fileURLToPath(new URL('../artifacts/', import.meta.url))

let shared: Promise<Browser> | undefined

/** A real Chromium, one for each test process. */
export function openBrowser(): Promise<Browser> {
  return (shared ??= chromium.launch({ executablePath: findChromium() }))
}

export async function closeBrowser(): Promise<void> {
  const browser = await shared
  shared = undefined
  await browser?.close()
}

/** A page of its own, as on a phone unless told otherwise. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    ...options,
  })
  // The way back leads to a shop that does not exist: the page stays where it is.
  await context.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }))
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

/** Keeps what the page looks like now among the artifacts of the run. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true })
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true })
}

/** Where Chromium is; on a Debian where we may, it is installed first. */
export function findChromium(): string {
  const found = candidates().find((path) => existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return install()
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium), ' +
      'or name it in CHROMIUM_PATH.',
  )
}

function candidates(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [
    ...(process.env['CHROMIUM_PATH'] ? [process.env['CHROMIUM_PATH']] : []),
    '/usr/bin/chromium',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
  ]
}

function install(): string {
  console.log('Chromium is missing: installing it with apt-get.')
  const run = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'ignore',
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    run('update')
    run('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  } catch {
    throw new Error(
      'Chromium could not be installed with apt-get; install it, or name it in CHROMIUM_PATH.',
    )
  }
  return '/usr/bin/chromium'
}
