import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLinkApp } from '../support/link-app.ts'
import type { LinkApp } from '../support/link-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: LinkApp
beforeAll(async () => {
  app = await startLinkApp()
})
afterAll(() => app.close())

test('200: how often it was paid, and by which payments', async () => {
  const { linkId } = await app.create({ uses: 2 })
  const paymentId = await app.payments.sale({ paymentLinkId: linkId })
  expect(await app.links.take({ linkId, paymentId })).toEqual({ type: 'taken' })
  expect((await app.get(`/links/${linkId}`)).body).toMatchObject({ paid: 1, open: 0, uses: 2 })
  const { payments } = (await app.get(`/payments?linkId=${linkId}`)).body
  expect(payments).toMatchObject([{ paymentId, linkId }])
})

test('200: one whose uses are all paid says so', async () => {
  const { linkId } = await app.create()
  await app.links.take({ linkId, paymentId: await app.payments.sale() })
  expect((await app.get(`/links/${linkId}`)).body).toMatchObject({ status: 'USED_UP', paid: 1 })
})

test.each(['agent', 'stranger'] as const)('nothing for an %s', async (who) => {
  const { linkId } = await app.create()
  const answer = await app.get(`/links/${linkId}`, app.tokens[who])
  expectProblem(answer, who === 'agent' ? 'forbidden' : 'link_not_found')
  expectProblem(await app.get('/links/nobody'), 'link_not_found')
})
