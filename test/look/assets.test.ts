import { expect, test } from 'vitest'
import { lookAssets } from '../../src/look/assets.ts'

const { style, font } = lookAssets('/here')

test('the font of all pages is ours, and small', () => {
  expect(font.content.length).toBeLessThan(60_000)
  expect(font.content.subarray(0, 4).toString()).toBe('wOF2')
})

test('the look loads nothing but that font, from beside itself', () => {
  const loaded = [...String(style.content).matchAll(/url\(([^)]*)\)/g)].map(([, path]) => path)
  expect(loaded).toEqual([font.path])
  expect(font.path).toMatch(/^\/here\/inter\.[0-9a-f]{12}\.woff2$/)
})

test('every colour is one of the look, so that dark is whole', () => {
  const [, rules = ''] = String(style.content).split('*,::before')
  expect(rules.match(/#[0-9a-f]{3,8}\b/gi)).toBeNull()
})
