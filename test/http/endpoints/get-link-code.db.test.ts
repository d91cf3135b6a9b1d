import { decodeQR } from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkApp } from '../support/link-app.ts'
import type { LinkApp } from '../support/link-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: LinkApp
beforeAll(async () => {
  app = await startLinkApp()
})
afterAll(() => app.close())

const PIXELS = 8

/** The dark rectangles of the image as a camera would see them. */
function pictureOf(svg: string) {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const size = modules * PIXELS
  const data = new Uint8Array(size * size * 4).fill(255)
  const path = svg.split('<path d="')[1] ?? ''
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = 0; row < PIXELS; row++)
      for (let column = 0; column < Number(length) * PIXELS; column++) {
        const at = (Number(y) * PIXELS + row) * size + Number(x) * PIXELS + column
        data.fill(0, at * 4, at * 4 + 3)
      }
  return { width: size, height: size, data }
}

test('200: a code that reads the address of the link', async () => {
  const { linkId, url } = await app.create()
  const { status, headers, text } = await app.get(`/links/${linkId}/qr.svg`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(text).not.toMatch(/<script|href|style=/)
  expect(decodeQR(pictureOf(text))).toBe(url)
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { linkId } = await app.create()
  const answer = await app.get(`/links/${linkId}/qr.svg`, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'link_not_found')
})
