import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resendable } from '../../../src/gateway/resend-notifications.ts'
import type { Services } from '../../../src/http/services.ts'
import { execute } from '../../../src/postgres/db.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

const resent: Resendable[] = []
const told: string[][] = []
let app: ListedApp
beforeAll(async () => {
  const gateway = {
    resend: async (settled: Resendable[]) => void resent.push(...settled),
    webhooks: { resend: async (...given: string[]) => void told.push(given) },
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

test('202: to webhooks that want it and are past it, also without an address', async () => {
  const hook = async (types?: string[]) => {
    const body = { url: 'https://shop.example/hooks', ...(types && { types }) }
    const made = await app.call('POST', '/webhooks', { token: app.tokens.shop, body })
    return String(made.body.webhookId)
  }
  const behind = await hook()
  const eventId = `${await app.payments.sale()}_1`
  expectProblem(await resend(eventId), 'event_not_sendable')
  const [past] = [await hook(), await hook(['payment.settled'])]
  expect((await resend(eventId)).status).toBe(202)
  expect(told).toEqual([[past, eventId]])
  expect(resent.some((one) => one.eventId === eventId)).toBe(false)
  const stop = { token: app.tokens.shop, body: { status: 'DISABLED' } }
  await app.call('PATCH', `/webhooks/${past}`, stop)
  expectProblem(await resend(eventId), 'event_not_sendable')
  for (const id of [behind, past])
    await app.call('DELETE', `/webhooks/${id}`, { token: app.tokens.shop })
})

test('409: one that is on its way is not', async () => {
  expectProblem(await resend(`${await app.payments.sale()}_1`), 'event_not_sendable')
})

test('404: a foreign one', async () => {
  const eventId = `${await app.payments.sale()}_1`
  expectProblem(await resend(eventId, app.tokens.stranger), 'event_not_found')
})
