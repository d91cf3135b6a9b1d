import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findChromium } from './find-chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Chromium of this run is reached. */
    browser: string
  }
}

/** One Chromium for all browser tests of a run. */
export default async function browserSetup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await findChromium()
  const server = await chromium.launchServer({ executablePath, timeout: LAUNCH_MS })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}

const LAUNCH_MS = 120_000
