import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { merchantSettingsPage, page } from './merchant-settings-page.ts'

test("the page of merchants' settings is what their rules say now", () => {
  expect(readFileSync(page, 'utf8')).toBe(merchantSettingsPage())
})
