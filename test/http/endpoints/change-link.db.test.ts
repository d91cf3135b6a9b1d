import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkApp } from '../support/link-app.ts'
import type { LinkApp } from '../support/link-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: LinkApp
beforeAll(async () => {
  app = await startLinkApp()
})
afterAll(() => app.close())

test('200: it ends once, and takes no payment any more', async () => {
  const { linkId } = await app.create({ uses: 'unlimited' })
  const end = () => app.send('PATCH', `/links/${linkId}`, { status: 'ENDED' })
  expect((await end()).body).toMatchObject({ linkId, status: 'ENDED' })
  expect((await end()).status).toBe(200)
  expect((await app.audit(linkId)).map(({ action }) => action)).toEqual(['link.create', 'link.end'])
  expect(await app.links.take({ linkId, paymentId: 'late' })).toEqual({ type: 'over' })
})

test('400: it cannot be started again', async () => {
  const { linkId } = await app.create()
  expectProblem(
    await app.send('PATCH', `/links/${linkId}`, { status: 'ACTIVE' }),
    'invalid_request',
  )
})

test('404: that of another merchant stays as it is', async () => {
  const { linkId } = await app.create()
  const given = { status: 'ENDED' }
  const answer = await app.send('PATCH', `/links/${linkId}`, given, app.tokens.stranger)
  expectProblem(answer, 'link_not_found')
  expect((await app.get(`/links/${linkId}`)).body.status).toBe('ACTIVE')
})
