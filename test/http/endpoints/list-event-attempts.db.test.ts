import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '../../../src/postgres/db.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

test('200: every attempt, with what the server answered', async () => {
  const id = await app.payments.sale()
  await execute(
    app.pool,
    `insert into notification_attempt (event_id, attempt, latency_ms, status, problem, url)
     values ($1, 1, 12, null, 'connection refused', 'https://shop.example/n'),
            ($1, 2, 34, 200, null, 'https://shop.example/n')`,
    [`${id}_1`],
  )
  const { body } = await app.get(`/events/${id}_1/attempts`)
  expect(body.attempts).toMatchObject([
    { url: 'https://shop.example/n', durationMs: 12, problem: 'connection refused' },
    { url: 'https://shop.example/n', durationMs: 34, httpStatus: 200 },
  ])
})

test('404: of a foreign event', async () => {
  const id = await app.payments.sale()
  expectProblem(await app.get(`/events/${id}_1/attempts`, app.tokens.stranger), 'event_not_found')
})
