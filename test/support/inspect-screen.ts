import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { picture } from './browser.ts'
import { isShort, withPictures } from './run-options.ts'

const inspector = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

type Look = Pick<axe.RunOptions, 'runOnly'>

const runOnly: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const only = (...values: string[]): Look => ({ runOnly: { type: 'rule', values } })

const everything: Look = { runOnly }
/** Dark is the same page in other colours. */
const colours = only('color-contrast', 'link-in-text-block')
/** Another language is the same page in other words, which may be missing or say another language. */
const words = only(
  ...['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'empty-heading'],
  ...['label', 'label-content-name-mismatch', 'button-name', 'link-name', 'input-button-name'],
  ...['image-alt', 'svg-img-alt', 'frame-title', 'aria-input-field-name', 'aria-command-name'],
)

const narrow = { width: 320, height: 640 }

/** What brings the page back to the screen after it was loaded again in another language. */
type Prepare = (page: Page) => Promise<unknown>

/** Both languages of a page of ours, each with everything that is asked of one; in a short run one. */
export async function inspectInBothLanguages(
  page: Page,
  name: string,
  prepare?: Prepare,
): Promise<void> {
  const address = page.url().replace(/#.*/, '')
  const show = async (language: string): Promise<string> => {
    await page.goto(`${address}?lang=${language}`)
    await prepare?.(page)
    return `${language}-${name}`
  }
  await inspectScreen(page, await show('pl'))
  if (!isShort) await inspectScreen(page, await show('en'), { newColours: false })
}

/**
 * No finding of axe in light and in dark, nothing cut off when narrow or large, and pictures. A
 * screen whose colours were looked at in another language is asked for all the rest.
 */
export async function inspectScreen(
  page: Page,
  name: string,
  { newColours = true } = {},
): Promise<void> {
  const usual = page.viewportSize() ?? narrow
  const finds = async (look: Look, where: string) =>
    expectNone(await findings(page, look), `${name} ${where}`)
  await pictures(page, `${name}-light`)
  await finds(newColours ? everything : words, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await pictures(page, `${name}-dark`)
  if (newColours) await finds(colours, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })

  expectNone(await overflow(page), name)
  await page.setViewportSize(narrow)
  expectNone(await overflow(page), `${name} at 320 pixels`)
  await page.setViewportSize(usual)
  await setTextSize(page, '200%')
  expectNone(await overflow(page), `${name} with letters twice as large`)
  await setTextSize(page, '')
}

/** What was found is in the message: a run far away prints no more than that. */
const expectNone = (found: readonly string[], where: string): void =>
  expect(found, `${where}: ${found.join('; ').slice(0, 500)}`).toEqual([])

/** On a phone and on a desk, whichever of both the test is about. */
async function pictures(page: Page, name: string): Promise<void> {
  const usual = page.viewportSize() ?? narrow
  for (const width of withPictures ? [390, 1280] : []) {
    await page.setViewportSize({ width, height: 900 })
    await picture(page, `${name}-${String(width)}`)
  }
  if (withPictures) await page.setViewportSize(usual)
}

/** In the page itself: the usual way over a second page takes five times as long. */
async function findings(page: Page, look: Look): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(inspector)
  return page.evaluate(async (rules) => {
    const { axe: looker } = window as unknown as { axe: typeof axe }
    const { violations } = await looker.run(
      { exclude: [['iframe']] },
      { ...rules, resultTypes: ['violations'], iframes: false },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, look)
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
