import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { picture } from './browser.ts'

const everyRule: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Dark is the same page in other colours. */
const ofColours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const schemes = { light: everyRule, dark: ofColours }
const narrow = { width: 320, height: 640 }

/** What brings the page back to the screen after it was loaded again in another language. */
type Prepare = (page: Page) => Promise<unknown>

/** Both languages of a page of ours, each with everything that is asked of one. */
export async function inspectInBothLanguages(
  page: Page,
  name: string,
  prepare?: Prepare,
): Promise<void> {
  const address = page.url().replace(/#.*/, '')
  for (const language of ['pl', 'en']) {
    await page.goto(`${address}?lang=${language}`)
    await prepare?.(page)
    await inspectScreen(page, `${language}-${name}`)
  }
}

/** No finding of axe in light and in dark, nothing cut off when narrow or large, and pictures. */
export async function inspectScreen(page: Page, name: string): Promise<void> {
  const usual = page.viewportSize() ?? narrow
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await picture(page, `${name}-${colorScheme}`)
    expect(await findings(page, schemes[colorScheme]), `${name} ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await overflow(page), name).toEqual([])
  await page.setViewportSize(narrow)
  expect(await overflow(page), `${name} at 320 pixels`).toEqual([])
  await page.setViewportSize(usual)
  await setTextSize(page, '200%')
  expect(await overflow(page), `${name} with letters twice as large`).toEqual([])
  await setTextSize(page, '')
}

/** In the page itself: the usual way over a second page takes five times as long. */
async function findings(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const { axe: inspector } = window as unknown as { axe: typeof axe }
    const { violations } = await inspector.run(
      { exclude: [['iframe']] },
      { runOnly: rules, resultTypes: ['violations'], iframes: false },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

/** What sticks out to the side of the screen or of its part, unless it scrolls there. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, aside, .card')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .flatMap((box) => {
        const edge = box.getBoundingClientRect().left + box.clientWidth + 1
        return [...box.querySelectorAll('*')].filter(
          (element) => element.getBoundingClientRect().right > edge,
        )
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)
