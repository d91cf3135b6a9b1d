import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkApp } from '../support/link-app.ts'
import type { LinkApp } from '../support/link-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: LinkApp
beforeAll(async () => {
  app = await startLinkApp()
})
afterAll(() => app.close())

test('200: those of the merchant, newest first, page after page', async () => {
  const made = [await app.create(), await app.create(), await app.create()]
  const first = (await app.get('/links?limit=2')).body
  const second = (await app.get(`/links?limit=2&cursor=${first.nextCursor}`)).body
  const shown = [...first.links, ...second.links].map(({ linkId }) => linkId)
  expect(shown).toEqual(made.map(({ linkId }) => linkId).toReversed())
  expect(second).not.toHaveProperty('nextCursor')
  expect((await app.get('/links', app.tokens.stranger)).body).toEqual({ links: [] })
  expectProblem(await app.get('/links', app.tokens.agent), 'forbidden')
})

test('400: the cursor of another merchant', async () => {
  await app.create()
  await app.create()
  const { nextCursor } = (await app.get('/links?limit=1')).body
  const answer = await app.get(`/links?cursor=${nextCursor}`, app.tokens.stranger)
  expectProblem(answer, 'invalid_request')
})
