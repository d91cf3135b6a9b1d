import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resendable } from '../../../src/gateway/resend-notifications.ts'
import type { Services } from '../../../src/http/services.ts'
import { execute } from '../../../src/postgres/db.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

const resent: Resendable[] = []
let app: ListedApp
beforeAll(async () => {
  const gateway = {
    resend: async (settled: Resendable[]) => void resent.push(...settled),
  } as unknown as Services['gateway']
  app = await startListedApp({ services: { gateway } })
})
afterAll(() => app.close())

const resend = (eventId: string, token = app.tokens.shop) =>
  app.call('POST', `/events/${eventId}/resend`, { token, body: {} })

test('202: a notification that found its end is sent again', async () => {
  const eventId = `${await app.payments.sale()}_1`
  await execute(app.pool, `update notification set state = 'exhausted' where event_id = $1`, [
    eventId,
  ])
  const { status, body } = await resend(eventId)
  expect([status, body]).toEqual([202, { eventId }])
  expect(resent).toMatchObject([{ eventId, sequence: 1, resends: 0 }])
})

test('409: one that is on its way is not', async () => {
  expectProblem(await resend(`${await app.payments.sale()}_1`), 'event_not_sendable')
})

test('404: a foreign one', async () => {
  const eventId = `${await app.payments.sale()}_1`
  expectProblem(await resend(eventId, app.tokens.stranger), 'event_not_found')
})
