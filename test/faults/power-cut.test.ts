import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countOf } from '../support/run-options.ts'
import { settled } from './load.ts'
import { cutPower, keepWritten } from './power.ts'
import { until, World } from './world.ts'

const ROUNDS = countOf('WHOLE_POWER_CUTS', 2, 20)
const SALES = 12
const ROUND_MS = 300_000
vi.setConfig({ testTimeout: ROUNDS * ROUND_MS })

const shape = { apis: 2, gateways: 1, workers: 1 }
let world: World
beforeAll(async () => {
  world = await World.launch(shape)
  // What Temporal was begun with is written through.
  await world.stack.restart('temporal')
  await world.healed()
})
afterAll(() => world.stop())

/** A keyed command that a shop sends until it is answered; the first answer may be lost with the power. */
interface Order {
  path: string
  body: object
  key: string
  /** The payment that the answer named. */
  paymentId?: string
  isAcknowledged: boolean
}

const order = (path: string, body: object): Order => ({
  path,
  body,
  key: randomUUID(),
  isAcknowledged: false,
})

async function send(one: Order, at: number): Promise<void> {
  await sleep(at * 30)
  const { status, body } = await world.call('POST', one.path, one.body, {
    key: one.key,
    api: at % 2,
  })
  if (status !== 200) return
  one.isAcknowledged = true
  one.paymentId = String(body.paymentId)
}

/** As often as it takes, under the same key: the same payment as was acknowledged. */
async function sendAgain(one: Order): Promise<string> {
  const { status, body } = await world.insist('POST', one.path, one.body, one.key)
  expect(status, JSON.stringify(body)).toBe(200)
  if (one.paymentId !== undefined) expect(body?.paymentId).toBe(one.paymentId)
  return String(body?.paymentId)
}

/** The state of what was commanded, read without asking for anything. */
const transactionOf = async (paymentId: string, type: string): Promise<string | undefined> => {
  const { body } = await world.call('GET', `/payment/${paymentId}/transactions`)
  const all = (Array.isArray(body) ? body : []) as { type: string; status: string }[]
  return all.findLast((one) => one.type === type)?.status
}

const healedLines = () =>
  ['api-1', 'worker-1'].flatMap((name) =>
    world
      .log(name)
      .split('\n')
      .filter((line) => line.includes('workflows were behind what is committed: healed')),
  ).length

test('after kill -9 of everything and with a lost tail of Temporal, what was acknowledged stands and goes on by itself', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [paid, held] = await Promise.all([
      world.completed(),
      world.completed({ transKind: 'PREAUTH', amount: 50 }),
    ])
    const later = [
      { ...order(`/payment/${paid}/refund`, { amount: 5 }), paymentId: paid, type: 'REFUND' },
      { ...order(`/payment/${held}/capture`, { amount: 45 }), paymentId: held, type: 'CAPTURE' },
    ]
    const sales = Array.from({ length: SALES }, () => order('/payment', world.saleBody()))
    const orders: Order[] = [...later, ...sales]
    await keepWritten(world)
    const sending = Promise.all(orders.map(send))
    // In the middle of them: some are acknowledged, some are under way.
    const acknowledged = () => orders.filter(({ isAcknowledged }) => isAcknowledged).length
    await until('some are acknowledged', () => Promise.resolve(acknowledged() >= 3))
    await cutPower(world)
    await sending
    const before = healedLines()

    world = await World.launch({ ...shape, home: world.stack.home })
    // What needs no secret of a payer goes on although nobody asks again.
    for (const { type, paymentId, isAcknowledged } of later)
      if (isAcknowledged)
        await until(`${type} of ${paymentId} is done`, async () => {
          return (await transactionOf(paymentId, type)) === 'COMPLETED'
        })
    const paymentIds = [...new Set(await Promise.all(orders.map(sendAgain)))]
    expect(paymentIds).toHaveLength(SALES + later.length)
    await settled(world, paymentIds)
    for (const { type, paymentId } of later)
      expect(await transactionOf(paymentId, type)).toBe('COMPLETED')
    await until('the loss was seen and healed', () => Promise.resolve(healedLines() > before))
  }
})
