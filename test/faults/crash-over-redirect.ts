import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendForm } from '../support/http.ts'
import { until } from '../support/until.ts'
import { arrangeWorld } from './arrange-world.ts'
import { dieAtEach } from './crash.ts'
import type { World } from './world.ts'

/** Of Stripe's published cards: its issuer always asks. */
const ALWAYS_ASKS = '4000002760003184'

/** Where a charge, or the check of a card, may be cut off. */
export const sending = [
  'act.authorize.before_intent',
  'act.authorize.before_send',
  'act.authorize.after_send_before_reply',
  'act.authorize.after_reply_before_return',
]
export const asking = [
  'act.inquire.before_send',
  'act.inquire.after_send_before_reply',
  'act.inquire.after_reply_before_return',
]

export function crashOverRedirect(world: () => World): void {
  describe('an acquirer asks the payer itself, and processes are killed', () => {
    // By a rule, which takes the place of those that another file has set on the same stack.
    beforeAll(() =>
      arrangeWorld(world(), { routes: [{ name: 'own', to: [{ via: 'stripe/own' }] }] }),
    )

    test.for([
      ['before the payer is sent away', sending],
      ['while the acquirer is asked how it ended', asking],
    ] as const)('%s: who has paid is charged once', ([, points]) =>
      dieAtEach(world(), points, () => payAway(world())),
    )
  })
}

/** A payer who passes, and never comes back to say so: the acquirer is asked. */
async function payAway(world: World): Promise<string> {
  const body = world.saleBody({ number: ALWAYS_ASKS })
  const made = await world.insist('POST', '/payment', body, randomUUID())
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const paymentId = String(made.body?.paymentId)
  const page = await until(
    'the page of the acquirer',
    () => pageOf(world, paymentId),
    (url) => url !== undefined,
    120_000,
  )
  const answered = await sendForm(String(page), { otp: '123456' })
  expect(answered.status).toBe(303)
  await world.reaches(paymentId, ['COMPLETED'])
  return paymentId
}

/** The code of a card is gone with the process that had it: then it is given once more. */
async function pageOf(world: World, paymentId: string): Promise<string | undefined> {
  const { dataRequest } = (await world.status(paymentId)) ?? {}
  if (dataRequest === 'CARD_CVV')
    await world.insist('PATCH', `/payment/${paymentId}/instrument`, { cvv: '123' })
  if (dataRequest !== 'CARD_3DS') return undefined
  const asked = await world.call('GET', `/payment/${paymentId}/acsData`)
  return asked.body?.redirectURL as string | undefined
}
