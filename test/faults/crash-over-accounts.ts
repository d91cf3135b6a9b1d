import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, test } from 'vitest'
import type { RouteRule } from '../../src/domain/routing/rule.ts'
import { arrangeWorld } from './arrange-world.ts'
import { dieAtEach } from './crash.ts'
import type { World } from './world.ts'
import { NOT_ENROLLED } from './world.ts'

const routes: RouteRule[] = [{ name: 'all', to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }] }]

/** What leads to the second account, as Stripe's simulator does it. */
const failures = {
  'nothing could be sent': { action: 'http429', when: 'before' },
  'the outcome was unknown and is undone': { action: 'cut', when: 'before' },
} as const

const points = [
  'act.route.elsewhere',
  'act.authorizeElsewhere.before_intent',
  'act.authorizeElsewhere.before_send',
  'act.authorizeElsewhere.after_send_before_reply',
  'act.authorizeElsewhere.after_reply_before_return',
]

export function crashOverAccounts(world: () => World): void {
  describe('processes killed on the way to a second account,', () => {
    beforeAll(() => arrangeWorld(world(), { routes }))

    test.for(Object.keys(failures) as Failure[])(
      'because %s: one charge over all books',
      async (failure) => {
        await forgetFailures(world())
        await dieAtEach(world(), points, () => chargeElsewhere(world(), failure))
      },
    )
  })
}

type Failure = keyof typeof failures

async function chargeElsewhere(world: World, failure: Failure): Promise<string> {
  const paymentId = await spoiledPayment(world, failures[failure])
  const card = { type: 'CARD', instrumentNo: NOT_ENROLLED, expDate: '203012', cvv: '123' }
  await world.insist('PUT', `/payment/${paymentId}/instrument`, card)
  await world.reaches(paymentId, ['COMPLETED'])
  return paymentId
}

/** An account that failed this often would not be asked any more. */
async function forgetFailures({ stack }: World): Promise<void> {
  const db = new pg.Client({ connectionString: stack.info.postgres })
  await db.connect()
  await db.query('delete from account_charge')
  await db.end()
}

/** A payment that is known before its card is, and what Stripe will do to it. */
async function spoiledPayment(there: World, fault: object): Promise<string> {
  const { instrument: _, ...body } = there.saleBody() as { instrument: object }
  const answer = await there.insist('POST', '/payment', body, randomUUID())
  const paymentId = String(answer.body?.paymentId)
  await fetch(`${there.stack.info.sandbox}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'stripe',
      operation: 'authorize',
      times: 1,
      referencePrefix: paymentId,
      ...fault,
    }),
  })
  return paymentId
}
