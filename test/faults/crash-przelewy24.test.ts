import { randomUUID } from 'node:crypto'
import { beforeAll, describe, test } from 'vitest'
import { arrangeWorld } from './arrange-world.ts'
import { launchWorld } from './crash.ts'
import { checkInvariants } from './invariants.ts'

const world = launchWorld()

const around = (step: string) =>
  ['before_send', 'after_send_before_reply', 'after_reply_before_return'].map(
    (place) => `act.${step}.${place}`,
  )

describe('money that waits to be taken, a process killed', () => {
  beforeAll(() => arrangeWorld(world(), { bank: 'przelewy24/main', blik: 'przelewy24/main' }))

  test.for(around('takeMoney'))('at %s: it is taken once', async (point) => {
    const { instrument: _, ...body } = world().saleBody() as { instrument: object }
    const asked = { ...body, method: 'BLIK' }
    const { body: made } = await world().insist('POST', '/payment', asked, randomUUID())
    const paymentId = String(made?.paymentId)
    world().arm(point)
    const instrument = { type: 'BLIK_CODE', code: '777123' }
    await world().insist('PUT', `/payment/${paymentId}/instrument`, instrument)
    await world().fired(point)
    await world().reaches(paymentId, ['COMPLETED'])
    await world().quiet(paymentId)
    await world().healed()
    await checkInvariants(world(), [paymentId])
  })
})
