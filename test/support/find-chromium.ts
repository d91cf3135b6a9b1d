import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { inStep, openTerminal } from '../../src/stack/terminal.ts'

const INSTALL_MS = 600_000

/** Where Chromium is; on a Debian where we may, it is installed first. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named && !existsSync(named))
    throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`)
  const found = [...(named ? [named] : []), ...candidates()].find((path) => existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync(APT)) return install()
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium), ' +
      'or name its program in CHROMIUM_PATH.',
  )
}

const APT = '/usr/bin/apt-get'
const INSTALLED = '/usr/bin/chromium'

function candidates(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [
    INSTALLED,
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...playwrightsOwn(),
  ]
}

/** What `npx playwright install chromium` has left, the newest first. */
function playwrightsOwn(): string[] {
  const roots = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ].filter((root) => root !== undefined && existsSync(root)) as string[]
  return roots.flatMap((root) =>
    readdirSync(root)
      .filter((name) => name.startsWith('chromium-'))
      .sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))
      .flatMap((name) => [
        join(root, name, 'chrome-linux/chrome'),
        join(root, name, 'chrome-linux64/chrome'),
        join(root, name, 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'),
      ]),
  )
}

async function install(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    promisify(execFile)(APT, args, { timeout: INSTALL_MS, env, maxBuffer: 2 ** 26 })
  try {
    await inStep(openTerminal(), 'Installing Chromium for the browser tests', async () => {
      await run('update')
      await run('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
    })
    return INSTALLED
  } catch {
    throw new Error(
      'Chromium could not be installed with apt-get: install it, or name its program in CHROMIUM_PATH.',
    )
  }
}
