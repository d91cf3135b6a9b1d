import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'

/** Where Chromium is; on a Debian where we may, it is installed first. */
export function findChromium(): Promise<string> {
  return findProgram({
    title: 'Chromium',
    neededBy: 'the browser tests',
    // The shell has no windows to draw, which is two thirds of the work.
    names: ['chromium-headless-shell'],
    substitutes: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    pathVariable: 'CHROMIUM_PATH',
    elsewhere: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ...playwrightsOwn(),
    ],
  })
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
