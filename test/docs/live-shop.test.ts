import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts } from '../../src/portal/texts/texts.ts'

const guide = new URL('../../docs/guides/live-shop.md', import.meta.url)

test('what the guide names in italics is on the portal under that name', () => {
  const words = new Set(Object.values(texts.en).flatMap((part) => Object.values(part)))
  const text = readFileSync(guide, 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  const named = [...text.matchAll(/\*([^*\n]+)\*/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(9)
  expect(named.filter((name) => !words.has(name ?? ''))).toEqual([])
})
