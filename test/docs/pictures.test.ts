import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const files = readdirSync(`${root}docs/pictures`)
const LARGEST = 150_000

test('the README shows before it tells: the payment page, the portal, an incident, a timeline, bench and storms', () => {
  const shown = [...readme.matchAll(/<img src="docs\/pictures\/([a-z-]+)\.(?:png|svg)"/g)]
  expect(shown.map(([, name]) => name)).toEqual([
    ...[
      'payment-page-light',
      'portal-light',
      'incident-light',
      'timeline-light',
      'bench',
      'storms',
    ],
  ])
  expect(readme.indexOf('<table>')).toBeLessThan(readme.indexOf('A merchant-facing'))
})

test('each picture is there, in light and in dark, and small', () => {
  for (const [, name = ''] of readme.matchAll(/docs\/pictures\/([a-z-]+\.(?:png|svg))/g))
    expect(statSync(`${root}docs/pictures/${name}`).size, name).toBeLessThan(LARGEST)
  const light = files.filter((name) => name.endsWith('-light.png'))
  expect(light.length).toBeGreaterThan(0)
  for (const name of light) {
    const dark = name.replace('-light', '-dark')
    expect(readme).toContain(`srcset="docs/pictures/${dark}"`)
    expect(files).toContain(dark)
  }
})

test('a plot follows the theme of whoever reads it', () => {
  for (const name of files.filter((one) => one.endsWith('.svg')))
    expect(readFileSync(`${root}docs/pictures/${name}`, 'utf8')).toContain('prefers-color-scheme')
})
