import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSettings } from '../../src/settings/config.ts'
import { configurationPage, example, exampleFile, page } from './configuration-page.ts'

test('the configuration reference is what the schema says now', () => {
  expect(readFileSync(page, 'utf8')).toBe(configurationPage())
})

test('so is the file to copy', () => {
  expect(readFileSync(example, 'utf8')).toBe(exampleFile())
})

test('every setting says what it means, and no rule is told as its meaning', () => {
  for (const { name, meaning, usedBy } of describeSettings()) {
    expect(meaning.length, name).toBeGreaterThan(15)
    expect(meaning, name).not.toMatch(/^(must|is) /)
    expect(usedBy.length, name).toBeGreaterThan(0)
  }
})

test('production asks for https of web addresses, and for TLS of the database', () => {
  const rules = Object.fromEntries(
    describeSettings().map(({ name, inProduction }) => [name, inProduction]),
  )
  expect(rules.ACQUIRER_URL).toEqual(['`https` only'])
  expect(rules.DATABASE_URL).toEqual([expect.stringContaining('sslmode=verify-full')])
})
