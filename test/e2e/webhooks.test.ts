import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Note } from '../support/behind.ts'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant } from '../support/world.ts'

type Merchant = Awaited<ReturnType<typeof openMerchant>>

const hook = async (merchant: Merchant, name: string, types?: string[]): Promise<Json> =>
  (
    await merchant.call('POST', '/webhooks', {
      url: `${behind.receiver}/${name}`,
      ...(types && { types }),
    })
  ).body

const at = (notes: Note[], name: string) =>
  notes.filter(({ path }) => path.endsWith(`/${name}`)).map(({ headers }) => headers)

test.concurrent('each webhook is told its events, in order, signed with its own secret', async () => {
  const merchant = await openMerchant({}, { notified: false })
  const all = await hook(merchant, 'all')
  await hook(merchant, 'done', ['payment.completed'])
  const { paymentId } = await merchant.completed()
  const notes = await behind.receives(
    paymentId,
    (caught) => at(caught, 'all').length === 2 && at(caught, 'done').length === 1,
  )
  const types = (name: string) => at(notes, name).map((headers) => headers['x-event-type'])
  expect(types('all')).toEqual(['payment.pending', 'payment.completed'])
  expect(types('done')).toEqual(['payment.completed'])
  for (const { headers, text } of notes.filter(({ path }) => path.endsWith('/all'))) {
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    const signature = createHmac('sha256', String(all.secret)).update(content).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  }
  // An attempt is written down once the receiver has answered, so a moment after the mail is there.
  await until(
    'both attempts',
    async () => (await merchant.call('GET', `/events/${paymentId}_2/attempts`)).body.attempts,
    (attempts: Json[]) => attempts.length === 2,
  )
})

test.concurrent('an event that does not get through comes again, and the others wait for it', async () => {
  const merchant = await openMerchant({}, { notified: false })
  const { webhookId } = await hook(merchant, 'down')
  const { paymentId } = await merchant.create()
  await behind.program(paymentId, [500])
  await merchant.give(paymentId, card(visa(100)))
  const path = `/webhooks/${String(webhookId)}`
  await until(
    'a failure is shown',
    async () => (await merchant.call('GET', path)).body,
    ({ failingSince, nextAttemptAt }) => Boolean(failingSince && nextAttemptAt),
  )
  // What it waits for ends with a change, without anybody waiting for the clock.
  await merchant.call('PATCH', path, { url: `${behind.receiver}/up` })
  const notes = await behind.receives(paymentId, (caught) => at(caught, 'up').length === 2)
  expect(at(notes, 'down')).toHaveLength(1)
  expect(at(notes, 'up').map((headers) => headers['webhook-id'])).toEqual([
    `${paymentId}_1`,
    `${paymentId}_2`,
  ])
  expect((await merchant.call('GET', path)).body.failingSince).toBeUndefined()
})

test.concurrent('an event that is asked for again comes again, to the byte', async () => {
  const merchant = await openMerchant({}, { notified: false })
  await hook(merchant, 'again')
  const { paymentId } = await merchant.completed()
  await behind.receives(paymentId, (caught) => at(caught, 'again').length === 2)
  const again = await merchant.call('POST', `/events/${paymentId}_1/resend`, {})
  expect([again.status, again.body]).toEqual([202, { eventId: `${paymentId}_1` }])
  const notes = await behind.receives(paymentId, (caught) => at(caught, 'again').length === 3)
  expect(notes[2]?.text).toBe(notes[0]?.text)
  expect(notes[2]?.headers['x-event-type']).toBe('payment.pending')
})

test.concurrent('a test message arrives, and its answer can be read', async () => {
  const merchant = await openMerchant({}, { notified: false })
  const { webhookId } = await hook(merchant, 'tried')
  const { eventId } = (await merchant.call('POST', `/webhooks/${String(webhookId)}/test`, {})).body
  const { lastAttempt } = await until(
    'the attempt',
    async () => (await merchant.call('GET', `/webhooks/${String(webhookId)}`)).body,
    ({ lastAttempt }) => Boolean(lastAttempt),
  )
  expect(lastAttempt).toMatchObject({ eventId, httpStatus: 200 })
})
