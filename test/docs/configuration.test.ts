import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSettings } from '../../src/config.ts'
import { configurationPage, page } from './configuration-page.ts'

test('the configuration reference is what the schema says now', () => {
  expect(readFileSync(page, 'utf8')).toBe(configurationPage())
})

test('every setting is in it', () => {
  const text = configurationPage()
  for (const { name } of describeSettings()) expect(text).toContain(`\`${name}\``)
})
