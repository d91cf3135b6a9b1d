import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { required } from '../../src/domain/assert.ts'
import { isShort } from '../support/run-options.ts'
import { checkInvariants } from './invariants.ts'
import type { Answer } from './world.ts'
import { World } from './world.ts'

/** Where a process may die on the way of a command, by the process that passes the point. */
const everyPoint = (command: string, step: string) => [
  `api.${command}.before_temporal`,
  `api.${command}.after_temporal_before_outcome`,
  `api.${command}.after_outcome_before_reply`,
  'act.db.before_commit',
  'act.db.after_commit_before_return',
  ...(step === 'reverse' ? [] : [`act.${step}.before_intent`]),
  `act.${step}.before_send`,
  `act.${step}.after_send_before_reply`,
  `act.${step}.after_reply_before_return`,
]

/** Once the command is committed and once it has reached the provider: the two that matter most. */
const points = (command: string, step: string) =>
  everyPoint(command, step).filter(
    (point) => !isShort || /after_commit_before_return|after_send_before_reply/.test(point),
  )

/** Cases of one file share a stack: a fault is armed for whoever passes its point next. */
export function launchWorld(): () => World {
  let world: World | undefined
  beforeAll(async () => {
    world = await World.launch()
  })
  afterAll(() => world?.stop())
  return () => required(world, 'no world was launched')
}

export const crashesDuringCreate = (of: () => World) =>
  describe('a process killed during create', () => {
    test.for(everyPoint('create', 'authorize'))(
      'at %s costs no payment and no second charge',
      async (point) => {
        const world = of()
        world.arm(point)
        const key = randomUUID()
        const body = world.saleBody()
        const answer = await world.insist('POST', '/payment', body, key)
        await world.fired(point)
        expect(answer.status).toBe(200)
        const paymentId = String(answer.body?.paymentId)
        // A process that dies with the request on its lips leaves it unknown: it is found, or closed and
        // the CVV is asked for again; never doubled, and never rejected.
        await world.reaches(paymentId, ['COMPLETED'])
        const again = await world.insist('POST', '/payment', body, key)
        expect(again.body?.paymentId).toBe(paymentId)
        await world.healed()
        await checkInvariants(world, [paymentId])
      },
    )
  })

const later = {
  cancel: { step: 'reverse', path: 'cancel', body: {}, status: 'CANCELLED' },
  capture: { step: 'capture', path: 'capture', body: { amount: 20 }, status: 'COMPLETED' },
  adjust: { step: 'adjust', path: 'adjustment', body: { amount: 40 }, status: 'COMPLETED' },
  refund: { step: 'refund', path: 'refund', body: { amount: 10 }, status: 'COMPLETED' },
} as const

export const crashesDuring = (of: () => World, name: keyof typeof later) =>
  describe(`a process killed during ${name}`, () => {
    const { step, path, body, status } = later[name]
    test.for(points(name, step))('at %s: the command happens once', async (point) => {
      const world = of()
      const transKind = name === 'capture' || name === 'adjust' ? 'PREAUTH' : 'AUTH'
      const paymentId = await world.completed({ transKind })
      world.arm(point)
      const key = randomUUID()
      const answer: Answer = await world.insist('POST', `/payment/${paymentId}/${path}`, body, key)
      await world.fired(point)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      await world.reaches(paymentId, [status])
      await world.quiet(paymentId)
      const again = await world.insist('POST', `/payment/${paymentId}/${path}`, body, key)
      expect(again.body).toEqual(answer.body)
      await world.healed()
      await checkInvariants(world, [paymentId])
    })
  })
