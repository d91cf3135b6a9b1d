import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

test('200: one event with the body of its notification', async () => {
  const id = await app.payments.sale()
  const { status, body } = await app.get(`/events/${id}_2`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    eventId: `${id}_2`,
    type: 'payment.completed',
    data: { paymentId: id, status: 'COMPLETED', sequence: 2 },
  })
})

test('404: foreign and unknown events answer the same', async () => {
  const id = await app.payments.sale()
  expectProblem(await app.get(`/events/${id}_1`, app.tokens.stranger), 'event_not_found')
  expectProblem(await app.get(`/events/${id}_1`, app.tokens.agent), 'event_not_found')
  expectProblem(await app.get('/events/nobody_1'), 'event_not_found')
})
