import { Client, Connection } from '@temporalio/client'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until, World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.launch({ apis: 1 })
})
afterAll(() => world.stop())

describe('a worker that dies', () => {
  test.for(['notify.before_send', 'notify.after_200_before_record'])(
    'at %s loses no notification and repeats only identically',
    async (point) => {
      world.arm(point)
      const paymentId = await world.completed()
      await world.fired(point)
      await allDelivered(paymentId)
      await world.healed()
    },
  )
})

describe('a database that dies', () => {
  test.for(['notify.before_send', 'notify.after_200_before_record'])(
    'at %s loses no notification and repeats only identically',
    async (point) => {
      world.arm(point, 'delay(2000)')
      const paymentId = String(
        (await world.insist('POST', '/payment', world.saleBody())).body?.paymentId,
      )
      await world.fired(point)
      await world.stack.process('postgres').kill()
      await world.healed()
      await world.reaches(paymentId, ['COMPLETED'])
      await allDelivered(paymentId)
    },
  )
})

test('a receiver that dies while it is told is told again', async () => {
  world.arm('notify.before_send', 'delay(2000)')
  const paymentId = await world.completed()
  await world.fired('notify.before_send')
  await world.stack.process('sandbox').kill()
  await world.healed()
  await allDelivered(paymentId)
})

test('an endpoint that was down for a day is told everything, in order', async () => {
  const created = await world.insist('POST', '/payment', {
    ...world.saleBody(),
    instrument: undefined,
  })
  const paymentId = String(created.body?.paymentId)
  await program(paymentId, Array<number>(10).fill(503))
  const { instrument } = world.saleBody() as { instrument: object }
  await world.insist('PUT', `/payment/${paymentId}/instrument`, instrument)
  await world.reaches(paymentId, ['COMPLETED'])
  await world.call('POST', `/sandbox/${paymentId}/advance`, { seconds: 40 * 3_600 })
  const told = await allDelivered(paymentId)
  expect(told.filter(({ answered }) => answered === 503)).toHaveLength(10)
  expect((await eventsOf(`pay/${paymentId}`)).length).toBeLessThan(200)
})

test('a retry adds nothing to the history of a payment', async () => {
  await program(undefined, [503])
  const paymentId = await world.completed()
  const all = await allDelivered(paymentId)
  expect(all.map(({ answered }) => answered)).toEqual([503, 200, 200])
  const events = await eventsOf(`pay/${paymentId}`)
  const deliveries = events.flatMap(({ eventId, activityTaskScheduledEventAttributes: one }) =>
    one?.activityType?.name === 'deliverNotification' ? [String(eventId)] : [],
  )
  const attempts = events.flatMap(({ activityTaskStartedEventAttributes: one }) =>
    one && deliveries.includes(String(one.scheduledEventId)) ? [one.attempt ?? 0] : [],
  )
  // One activity for each of the two that was not accepted at once, however often it is tried.
  expect(deliveries.length).toBeLessThanOrEqual(2)
  expect(Math.max(...attempts)).toBeGreaterThanOrEqual(2)
})

test('an operator has the notifications of a payment sent again, in their order', async () => {
  const paymentId = await world.completed()
  const before = await allDelivered(paymentId)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/src/cli/main.js', 'notifications', 'resend', '--payment', paymentId],
    { env: { PATH: process.env.PATH, TOLLGATE_HOME: world.stack.home } },
  )
  expect(stdout).toContain(`${before.length} notifications are sent again`)
  await until('they come again', async () => (await told(paymentId)).length === 2 * before.length)
  const again = (await told(paymentId)).slice(before.length)
  expect(again.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
})

interface Told {
  headers: Record<string, string>
  body: string
  answered: number
}

async function told(paymentId: string): Promise<Told[]> {
  const url = `${world.stack.info.sandbox}/received?paymentId=${paymentId}`
  const answer = await fetch(url).catch(() => undefined)
  return answer ? ((await answer.json()) as Told[]) : []
}

const program = (paymentId: string | undefined, statuses: number[]) =>
  fetch(`${world.stack.info.sandbox}/received/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paymentId, statuses }),
  })

/** Waits until COMPLETED was accepted; then order, duplicates and signatures must be right. */
async function allDelivered(paymentId: string): Promise<Told[]> {
  const accepted = async () => (await told(paymentId)).filter(({ answered }) => answered === 200)
  const isLast = ({ body }: Told) => body.includes('"status":"COMPLETED"')
  await until('COMPLETED is told', async () => (await accepted()).some(isLast))
  const all = await told(paymentId)
  const bodies = all.map(({ body }) => JSON.parse(body) as { eventId: string; sequence: number })
  const sequences = bodies.map(({ sequence }) => sequence)
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  expect([...new Set(sequences)]).toEqual([1, 2])
  expect(new Set(all.map(({ body }) => body)).size).toBe(2)
  for (const { headers, body } of all) {
    const values = Object.values(JSON.parse(body) as object).join('')
    const { notificationSecret } = world.merchant
    const signature = createHmac('sha256', notificationSecret).update(values).digest('hex')
    expect(headers.signature).toBe(signature)
  }
  return all
}

/** Asked raw: what is encrypted in the answer does not matter here. */
async function eventsOf(workflowId: string) {
  const { temporal, namespace } = world.stack.info
  const connection = await Connection.connect({ address: temporal })
  const client = new Client({ connection, namespace })
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  await connection.close()
  return events ?? []
}
