import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { AUTOPAY_SERVICE } from '../support/arrange-accounts.ts'
import { arrangeWorld } from './arrange-world.ts'
import { dieAtEach } from './crash.ts'
import type { World } from './world.ts'
import { until } from './world.ts'

const around = (step: string) =>
  ['before_send', 'after_send_before_reply', 'after_reply_before_return'].map(
    (place) => `act.${step}.${place}`,
  )

export function crashOverAutopay(world: () => World): void {
  describe("over Autopay's dialect, processes killed", () => {
    beforeAll(async () => {
      await arrangeWorld(world(), { bank: 'autopay/main', blik: 'autopay/main' })
      const itnUrl = `${world().stack.info.api}/providers/autopay/${world().merchant.merchantId}/main/itn`
      await post(world(), '/autopay/simulator/services', { serviceId: AUTOPAY_SERVICE, itnUrl })
    })

    test('at each point of a BLIK code: it pays once, or not at all', () =>
      dieAround(world(), 'blikPay', async () => {
        const paymentId = await opened(world(), 'BLIK')
        await give(world(), paymentId, { type: 'BLIK_CODE', code: '777123' })
        await world().reaches(paymentId, ['COMPLETED', 'REJECTED'])
        return paymentId
      }))

    test('at each point of a transfer: it is begun and paid once', () =>
      dieAround(world(), 'bankStart', async () => {
        const paymentId = await opened(world(), 'PBL')
        await give(world(), paymentId, { type: 'PBL', bank: '106' })
        let address = ''
        await until('the payer is sent to the bank', async () => {
          address = String((await world().status(paymentId))?.redirectURL)
          return address.includes('/autopay/payment/continue/')
        })
        const body = new URLSearchParams({ decision: 'pay' })
        const paid = await fetch(address, { method: 'POST', body, redirect: 'manual' })
        expect(paid.status).toBe(303)
        await world().reaches(paymentId, ['COMPLETED'])
        return paymentId
      }))
  })
}

const dieAround = (world: World, step: string, pay: () => Promise<string>): Promise<void> =>
  dieAtEach(world, around(step), pay)

const post = ({ stack }: World, path: string, body: object) =>
  fetch(`${stack.info.sandbox}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** A payment that is known before the payer says how to pay. */
async function opened(world: World, method: string): Promise<string> {
  const { instrument: _, ...body } = world.saleBody() as { instrument: object }
  const answer = await world.insist('POST', '/payment', { ...body, method }, randomUUID())
  return String(answer.body?.paymentId)
}

const give = (world: World, paymentId: string, instrument: object) =>
  world.insist('PUT', `/payment/${paymentId}/instrument`, instrument)
