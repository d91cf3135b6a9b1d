import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/walk-through.md', 'utf8')
const sectionOf = (title: string): string =>
  page.split(/^## /m).find((section) => section.startsWith(title)) ?? ''
const filesIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => /`((?:src|workflows|activities|worker)\/[^`]+)`/.exec(line)?.[1])
    .filter((file) => file !== undefined)

test('a capture goes through ten files at most, from request to notification', () => {
  const files = filesIn(sectionOf('The ten files'))
  expect(files.length).toBeGreaterThan(5)
  expect(files.length).toBeLessThanOrEqual(10)
  expect(new Set(files).size).toBe(files.length)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
