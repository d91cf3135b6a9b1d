import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { AUTOPAY_SERVICE } from '../support/arrange-accounts.ts'
import { arrangeWorld } from './arrange-world.ts'
import { launchWorld } from './crash.ts'
import { checkInvariants } from './invariants.ts'
import { until } from './world.ts'

const world = launchWorld()

const around = (step: string) =>
  ['before_send', 'after_send_before_reply', 'after_reply_before_return'].map(
    (place) => `act.${step}.${place}`,
  )

describe("over Autopay's dialect, a process killed", () => {
  beforeAll(async () => {
    await arrangeWorld(world(), { bank: 'autopay/main', blik: 'autopay/main' })
    const itnUrl = `${world().stack.info.api}/providers/autopay/${world().merchant.merchantId}/main/itn`
    await post('/autopay/simulator/services', { serviceId: AUTOPAY_SERVICE, itnUrl })
  })

  test.for(around('blikPay'))('at %s: a BLIK code pays once, or not at all', async (point) => {
    const paymentId = await opened('BLIK')
    world().arm(point)
    await give(paymentId, { type: 'BLIK_CODE', code: '777123' })
    await world().fired(point)
    await world().reaches(paymentId, ['COMPLETED', 'REJECTED'])
    await unharmed(paymentId)
  })

  test.for(around('bankStart'))('at %s: a transfer is begun and paid once', async (point) => {
    const paymentId = await opened('PBL')
    world().arm(point)
    await give(paymentId, { type: 'PBL', bank: '106' })
    await world().fired(point)
    let address = ''
    await until('the payer is sent to the bank', async () => {
      address = String((await world().status(paymentId))?.redirectURL)
      return address.includes('/autopay/payment/continue/')
    })
    const body = new URLSearchParams({ decision: 'pay' })
    const paid = await fetch(address, { method: 'POST', body, redirect: 'manual' })
    expect(paid.status).toBe(303)
    await world().reaches(paymentId, ['COMPLETED'])
    await unharmed(paymentId)
  })
})

const post = (path: string, body: object) =>
  fetch(`${world().stack.info.sandbox}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A payment that is known before the payer says how to pay. */
async function opened(method: string): Promise<string> {
  const { instrument: _, ...body } = world().saleBody() as { instrument: object }
  const answer = await world().insist('POST', '/payment', { ...body, method }, randomUUID())
  return String(answer.body?.paymentId)
}

const give = (paymentId: string, instrument: object) =>
  world().insist('PUT', `/payment/${paymentId}/instrument`, instrument)

async function unharmed(paymentId: string): Promise<void> {
  await world().quiet(paymentId)
  await world().healed()
  await checkInvariants(world(), [paymentId])
}
